import { HOUR_MS } from '#contract/age.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from './address.ts';
import { type Log, logLine } from './log.ts';

/** How many calls are looked at together. Fewer may well be one customer's. */
const LOOKED_AT = 1_000;
/** How often it is told at most, in milliseconds. */
const TOLD_EVERY_MS = HOUR_MS;

/** What part of the calls came from one address, of the last that were looked at; null before there were so many. */
export interface Crowd {
  note(caller: Caller): void;
  share(): number | null;
}

/**
 * Notices that most calls come from one address, as they do behind a proxy that nobody named: then all customers share the
 * limits of one caller. It counts in this process and keeps no address.
 *
 * @param log null where that is no news, as in a demo on a machine of one's own
 */
export function openCrowd(clock: Clock, log: Log | null, lookedAt = LOOKED_AT): Crowd {
  const counts = new Map<string, number>();
  let calls = 0;
  let share: number | null = null;
  let told = Number.NEGATIVE_INFINITY;

  return {
    note({ networks: [narrowest] }) {
      const name = narrowest?.name ?? '';
      counts.set(name, (counts.get(name) ?? 0) + 1);
      calls += 1;
      if (calls < lookedAt) return;
      share = Math.max(...counts.values()) / calls;
      counts.clear();
      calls = 0;
      const now = clock().getTime();
      if (share <= 0.5 || Math.abs(now - told) < TOLD_EVERY_MS) return;
      told = now;
      const warning =
        'most calls come from one address: is a proxy before this server that AMPARO_TRUST_PROXY leaves out?';
      log?.(logLine({ time: new Date(now).toISOString(), warning, share: share.toFixed(2), calls: lookedAt }));
    },
    share: () => share,
  };
}
