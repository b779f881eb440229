import { fingerprint } from '#contract/fingerprint.ts';
import type { QueuedFile } from './body.ts';

/** The fingerprint over the fields and each file's SHA-256 from the manifest. */
export const fingerprintOf = (fields: Record<string, string>, files: readonly QueuedFile[]): Promise<string> =>
  fingerprint(fields, Object.fromEntries(files.map(({ field, sha256 }) => [field, sha256])));
