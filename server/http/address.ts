import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * How the caller's network address is read: from the connection, or behind a trusted proxy from the entry that proxy added,
 * the last one of X-Forwarded-For; the earlier ones are the caller's own words.
 */
export function addressReader(trustProxy: boolean): (c: Context) => string {
  return (c) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
    return forwarded || getConnInfo(c).remote.address || '';
  };
}
