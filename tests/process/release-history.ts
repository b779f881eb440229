import { randomFrom } from '#tests/seeded.ts';
import { type Answering, openCustomers } from './customers.ts';
import { pause } from './program.ts';

/** A server that runs, of the release before, of the one after, or of the one that takes away what the first uses. */
export interface Serving extends Answering {
  release: Release;
}
export type Release = 'old' | 'next' | 'last';

/** What a history needs around it. */
export interface Releases<S extends Serving> {
  /** Starts one more on the database. Null when it refuses to. */
  start(release: Release): Promise<S | null>;
  /** Ends one: in order, or as a power cut does. */
  stop(server: S, how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Runs one statement. */
  ask(statement: string): Promise<Record<string, unknown>[]>;
}

/** How often each of these happened, over all histories: without them nothing would be proved. */
export const met = {
  old: 0,
  next: 0,
  last: 0,
  again: 0,
  later: 0,
  looks: 0,
  unreached: 0,
  back: 0,
  taken: 0,
  refused: 0,
  cut: 0,
};

const STEPS = 6;
/** So long a device would try, once everything is calm. */
const SETTLED_WITHIN_MS = 15_000;

/**
 * Customers call whichever servers run, while releases start and stop beside one another on their database: forward, back, and
 * forward to one that takes away what the first uses. The seed chooses what happens, to whom and when.
 *
 * @returns sentences about what was broken
 */
export async function playReleases<S extends Serving>(releases: Releases<S>, seed: number): Promise<string[]> {
  const random = randomFrom(seed);
  const servers: S[] = [];
  const wrong: string[] = [];
  let taken = false;

  const starts = async (release: Release) => {
    const server = await releases.start(release);
    if (server) servers.push(server);
    return server;
  };
  const one = <T>(among: readonly T[]): T | undefined => among[Math.floor(random() * among.length)];
  const running = (...wanted: Release[]) => servers.filter(({ release }) => wanted.includes(release));
  /** Servers that answer: of a release that was overtaken, none does. */
  const serving = () => running(...(taken ? (['next', 'last'] as const) : (['old', 'next'] as const)));

  /** What an operator may do now, by name. */
  const steps: Record<string, { may(): boolean; act(): Promise<unknown> }> = {
    forward: { may: () => running('next').length < 2, act: () => starts('next') },
    back: {
      may: () => !taken && running('old').length < 2,
      act: async () => {
        met.back += running('next').length > 0 || servers.length === 0 ? 1 : 0;
        await starts('old');
      },
    },
    takeAway: {
      may: () => !taken && running('next').length > 0,
      act: async () => {
        met.taken += 1;
        await starts('last');
        taken = true;
      },
    },
    refused: {
      may: () => taken,
      act: async () => {
        if (await starts('old')) wrong.push('a release started whose columns were taken away');
        met.refused += 1;
      },
    },
    stop: {
      may: () => servers.length > 1,
      act: async () => {
        // Somebody goes on serving, whoever ends.
        const left = serving().length > 1 ? servers : servers.filter((server) => !serving().includes(server));
        const server = one(left);
        if (!server) return;
        const how = random() < 0.5 ? 'SIGTERM' : 'SIGKILL';
        if (how === 'SIGKILL') met.cut += 1;
        servers.splice(servers.indexOf(server), 1);
        await releases.stop(server, how);
      },
    },
  };

  const first = await starts('old');
  if (!first) return ['the first release does not start'];
  const customers = await openCustomers(first, {
    seed,
    servers: () => servers,
    // Whatever a server is asked meanwhile, it never fails by itself.
    judge(server, answer) {
      if (answer === null) return 'not now';
      const { status, headers } = answer;
      if (status === 200) met[server.release] += 1;
      if (status === 200) return 'well';
      const isLater = status === 503 && Number(headers.get('Retry-After')) > 0;
      return isLater ? 'not now' : { broken: `${status} of ${server.release}` };
    },
    pause: 80,
    ask: releases.ask,
  });
  customers.live();
  try {
    for (let step = 0; step < STEPS; step += 1) {
      await pause(300 + random() * 700);
      const possible = Object.entries(steps).filter(([, { may }]) => may());
      // Every history goes forward first; every second one takes away in its middle.
      const forced = step === 0 ? 'forward' : step === 3 && seed % 2 === 1 ? 'takeAway' : null;
      const chosen = possible.find(([name]) => name === forced) ?? one(possible);
      await chosen?.[1].act();
    }
    await pause(500);
  } finally {
    await customers.end();
  }

  const calm = serving()[0] ?? (await starts('next'));
  const broken = calm ? await customers.settle(calm, SETTLED_WITHIN_MS) : ['nobody serves'];
  for (const name of ['again', 'later', 'looks', 'unreached'] as const) met[name] += customers.counts[name];
  for (const server of servers.splice(0)) await releases.stop(server, 'SIGKILL');
  return [...wrong, ...broken];
}
