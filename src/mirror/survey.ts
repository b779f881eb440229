import type { Policy } from '#contract/policies.ts';
import type { Database } from '#database/open.ts';
import type { Place } from './groups.ts';
import type { Mirror } from './mirror.ts';
import { nameOf, type Part, partsOf, type Standing } from './plan.ts';
import type { createPulls } from './pulls.ts';

export interface SurveyPorts {
  db: Database;
  pulls: Pick<ReturnType<typeof createPulls>, 'known'>;
  locateAll: Mirror['locateAll'];
  readPolicies(): Promise<readonly Policy[] | null>;
  isDamaged(scope: string, revision?: string): boolean;
}

/** A part with its place on this device. */
export type Located = Part & { place: Place };
/** What belongs here, and what else is on screen, each with its standing. */
export interface Surveyed {
  own: (Located & Standing)[];
  /** `own`, and what is watched. */
  all: (Located & Standing)[];
}

/** Says of each part where it lies on this device and how it stands. */
export function createSurvey({ db, pulls, locateAll, readPolicies, isDamaged }: SurveyPorts) {
  /** Null while locked. */
  async function located(parts: readonly Part[]): Promise<Located[] | null> {
    const places = await locateAll(parts.map(({ collection, policyId }) => [collection, policyId]));
    return places && parts.map((part, at) => ({ ...part, place: places[at] as Place }));
  }

  /** It reads the database only. */
  async function standingsOf(parts: readonly Located[]): Promise<(Located & Standing)[]> {
    const rows = await db.pulls.bulkGet(parts.map(({ place }) => place.scope));
    return parts.map((part, at) => {
      const row = rows[at];
      return { ...part, pull: pulls.known(part.place, row), damaged: isDamaged(part.place.scope, row?.revision) };
    });
  }

  return {
    located,
    standingsOf,
    /**
     * @param front the policy in front, whose parts come first
     * @param watched what is on screen
     * @returns null while locked
     */
    async survey(front: string | null, watched: readonly Part[]): Promise<Surveyed | null> {
      const found = await located(partsOf(await readPolicies(), front));
      const more = found && (await located(watched.filter(isMissingIn(found))));
      if (!found || !more) return null;
      const all = await standingsOf([...found, ...more]);
      return { all, own: all.slice(0, found.length) };
    },
  };
}

export function isMissingIn(found: readonly Part[]): (part: Part) => boolean {
  const names = new Set(found.map(nameOf));
  return (part) => !names.has(nameOf(part));
}
