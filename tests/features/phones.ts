import { phones } from '#settings/settings.ts';

type Phones = (typeof phones)[number];

/**
 * Names whom to call, as a build's setting does. The list itself is filled: files of one process share the modules that have read
 * it, so a mock would come too late for them. @returns what takes the names away
 */
export function nameToCall(...more: Phones[]): () => void {
  const all = phones as Phones[];
  all.push(...more);
  return () => void all.splice(-more.length);
}
