import { MINUTE_MS } from '#contract/age.ts';
import type { Clock } from '../clock.ts';

/** So many tries in a row without an answer shut a host out. */
export const MAX_SILENT = 5;
export const SHUT_MS = MINUTE_MS;
/** While a host is tried again, the others wait this long. */
const TRIAL_MS = 15_000;
/** Devices name their push services, so there may be any number. */
const MAX_HOSTS = 1_000;

/**
 * Push services that do not answer. Each try of one holds a place for ten seconds, so after some in a row it is left alone for a
 * while, and then tried by one message. Each process learns it by itself.
 */
export function createSilentHosts(clock: Clock) {
  const known = new Map<string, { silent: number; until: number }>();
  return {
    /** Milliseconds until this host is tried again; 0 now. Who is told 0 tries it. */
    waitOf(endpoint: string): number {
      const host = known.get(new URL(endpoint).host);
      if (!host || host.silent < MAX_SILENT) return 0;
      const now = clock().getTime();
      const wait = host.until - now;
      // A clock that was set back must not shut it out for longer.
      if (wait > 0 && wait <= SHUT_MS) return wait;
      host.until = now + TRIAL_MS;
      return 0;
    },
    heard(endpoint: string): void {
      known.delete(new URL(endpoint).host);
    },
    silent(endpoint: string): void {
      const { host } = new URL(endpoint);
      const silent = (known.get(host)?.silent ?? 0) + 1;
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size >= MAX_HOSTS && !known.has(host)) known.delete(oldest);
      known.set(host, { silent, until: clock().getTime() + SHUT_MS });
    },
  };
}
