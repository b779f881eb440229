/**
 * D51: the header that both sides may send. A request names the contract its app was built for, an answer the oldest one the
 * backend still understands. A backend or an app that sends none is taken as it comes.
 */
export const CONTRACT_HEADER = 'Amparo-Contract';

/** The contract this code speaks: one more with each change that an older app or backend would misunderstand. */
export const CONTRACT_VERSION = 1;

/** The oldest contract this code's backend still understands. */
export const OLDEST_CONTRACT = 1;

/** Reads the header; null when there is none, or nothing that is a version. */
export function contractIn(header: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(header?.trim() ?? '') ? Number(header) : null;
}
