import { Hono } from 'hono';
import * as v from 'valibot';
import type { World } from '../handler.ts';
import { readBody } from '../http/body.ts';
import { problemAnswer } from '../http/problems.ts';
import { report } from './reports.ts';
import { type SigningKey, verify } from './signature.ts';
import { takeReport } from './take-report.ts';

const MAX_REPORT_BYTES = 64 * 1024;

/**
 * POST `/aseguradora/reportes`: the insurer's systems say what became of a refund or a ticket. Whoever has no key learns nothing, not
 * even whether something has an id. Words are English: a machine's maker reads them.
 */
export function reportRoutes(world: World, keys: readonly SigningKey[]): Hono {
  return new Hono().post('/aseguradora/reportes', async (c) => {
    const body = await readBody(c.req.raw, { most: MAX_REPORT_BYTES });
    if (!body.ok) return problemAnswer(body.problem);
    const proved = verify(c.req.raw.headers, body.value, keys, world.clock());
    if (!proved.ok) return problemAnswer({ code: 'unauthorised', text: `signature: ${proved.why}` });
    const parsed = v.safeParse(report, jsonIn(body.value));
    if (!parsed.success) {
      const at = v.getDotPath(parsed.issues[0]) ?? 'body';
      return problemAnswer({ code: 'invalid', text: `not as the contract says: ${at}`, fields: { [at]: 'invalid' } });
    }
    if (!world.room.any()) return problemAnswer({ code: 'unavailable', status: 507, retryAfter: 60 });
    const taken = await takeReport(world, proved.id, body.value, parsed.output);
    return taken.ok
      ? c.json({ resultado: taken.value }, 200, { 'Cache-Control': 'no-store' })
      : problemAnswer(taken.problem);
  });
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
