import { isDeepStrictEqual } from 'node:util';
import type { EndpointName } from '#contract/endpoints.ts';
import { randomFrom } from '#tests/seeded.ts';
import { refundFields, refundPapers, type Sent, send } from '../server/requests.ts';
import { type SignedIn, signInAt } from '../server/test-app.ts';
import { pause } from './program.ts';

/** A server that runs, of the release before, of the one after, or of the one that takes away what the first uses. */
export interface Serving {
  release: Release;
  fetch(request: Request): Promise<Response>;
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
  unreached: 0,
  back: 0,
  taken: 0,
  refused: 0,
  cut: 0,
};

/** A request of a customer, under one key for ever. */
interface Command {
  name: EndpointName;
  sent: Sent;
  key: string;
  /** What the customer wrote, found in one row of the database. */
  text: string;
  /** The first answer that acknowledged it. */
  answer: object | null;
}

const people = ['costarica@demo.test', 'ecuador@demo.test', 'guatemala@demo.test'];
const HEALTH = '520021';
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
  const commands: Command[] = [];
  const broken: string[] = [];
  let [taken, over] = [false, false];

  const starts = async (release: Release) => {
    const server = await releases.start(release);
    if (server) servers.push(server);
    return server;
  };
  const one = <T>(among: readonly T[], by = random): T | undefined => among[Math.floor(by() * among.length)];
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
        if (await starts('old')) broken.push('a release started whose columns were taken away');
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

  /** Sends it to this server. Whatever a server is asked meanwhile, it never fails by itself. */
  async function ask(server: S, name: EndpointName, sent: Sent, headers: Record<string, string>) {
    const answer = await send(server, name, sent, headers).catch(() => null);
    if (answer === null) {
      met.unreached += 1;
      return null;
    }
    const { status, body, headers: told } = answer;
    if (status === 200) met[server.release] += 1;
    else if (status === 503 && Number(told.get('Retry-After')) > 0) met.later += 1;
    else broken.push(`${name} got ${status} of ${server.release}: ${JSON.stringify(body)}`);
    return status === 200 ? body : null;
  }

  async function hand(server: S, who: SignedIn, command: Command): Promise<void> {
    const before = command.answer;
    const body = await ask(server, command.name, command.sent, { ...who.headers, 'Idempotency-Key': command.key });
    if (body === null) return;
    if (before !== null) met.again += 1;
    command.answer ??= body;
    if (!isDeepStrictEqual(command.answer, body)) {
      broken.push(`${command.text} got two answers: ${JSON.stringify([command.answer, body])}`);
    }
  }

  function newCommand(who: SignedIn, at: number, by: () => number): Command {
    const text = `historia ${seed}, persona ${at}, solicitud ${commands.length}`;
    const asks = { idUsuario: who.id, idTipoTicket: '1', descripcion: text, poliza: who.polizas[0]?.Policy };
    const refund = { ...refundFields(who, HEALTH), diagnostico: text };
    const isRefund = at === 0 && by() < 0.3;
    const command: Command = {
      name: isRefund ? 'createRefund' : 'createTicket',
      sent: isRefund ? { fields: refund, files: refundPapers() } : { fields: asks },
      key: crypto.randomUUID(),
      text,
      answer: null,
    };
    commands.push(command);
    return command;
  }

  /** One customer's calls, one after the other, until the history is over. */
  async function live(who: SignedIn, at: number): Promise<void> {
    const by = randomFrom(seed * 31 + at);
    const own: Command[] = [];
    while (!over) {
      await pause(20 + by() * 60);
      const server = one(servers, by);
      if (!server) continue;
      const what = by();
      const earlier = one(own, by);
      if (what < 0.4 || !earlier) {
        const command = newCommand(who, at, by);
        own.push(command);
        await hand(server, who, command);
      } else if (what < 0.7) await hand(server, who, earlier);
      else if (what < 0.8) await ask(server, 'tickets', { fields: { idUsuario: who.id } }, who.headers);
      else if (what < 0.95) await ask(server, 'sessions', { fields: { idUsuario: who.id } }, who.headers);
      else await ask(server, 'login', { fields: { email: people[at], password: 'Amparo2026' } }, {});
    }
  }

  const first = await starts('old');
  if (!first) return ['the first release does not start'];
  const signedIn: SignedIn[] = [];
  for (const email of people) signedIn.push(await signInAt(first, email));
  const lives = signedIn.map((who, at) => live(who, at));
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
    over = true;
    await Promise.all(lives);
  }

  // Whatever was not acknowledged is sent until it is, as a device does.
  const calm = serving()[0] ?? (await starts('next'));
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (const command of commands) {
    const who = signedIn[Number(/persona (\d)/.exec(command.text)?.[1])];
    while (who && calm && command.answer === null && performance.now() < until) {
      await hand(calm, who, command);
      if (command.answer === null) await pause(250);
    }
    if (command.answer === null) broken.push(`${command.text} is never acknowledged`);
  }
  const rows = await releases.ask(
    `select text, count(*)::int as count from (
       select coalesce(to_jsonb(tickets) ->> 'question', to_jsonb(tickets) ->> 'notas') as text from tickets
       union all select fields ->> 'diagnostico' from refunds) as told
     where text like 'historia ${seed},%' group by text`,
  );
  const counts = new Map(rows.map(({ text, count }) => [text, count] as const));
  for (const { text } of commands)
    if (counts.get(text) !== 1) broken.push(`${text} is there ${counts.get(text) ?? 0} times`);
  for (const [text] of counts)
    if (commands.every((command) => command.text !== text)) broken.push(`${text} was never sent`);
  for (const server of servers.splice(0)) await releases.stop(server, 'SIGKILL');
  return broken;
}
