import { sha256 } from './fingerprint.ts';

/** An ETag as it is compared (RFC 9110, 8.8.3.2): the same answer may travel packed or not. */
export const weakly = (etag: string): string => etag.trim().replace(/^W\//, '');

/** What the ETags of many lists come to: SHA-256 in hexadecimal of their JSON, in this order and as they are compared. */
export const printOf = (etags: readonly string[]): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify(etags.map(weakly))));
