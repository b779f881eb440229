import { isDeepStrictEqual } from 'node:util';
import type { EndpointName } from '#contract/endpoints.ts';
import { randomFrom } from '#tests/seeded.ts';
import { refundFields, refundPapers, type Sent, send } from '../server/requests.ts';
import { type SignedIn, signInAt } from '../server/test-app.ts';
import { pause } from './program.ts';

/** A server, or a proxy before some. */
export interface Answering {
  fetch(request: Request): Promise<Response>;
}

/** A request of a customer, under one key for ever. */
interface Command {
  name: EndpointName;
  sent: Sent;
  key: string;
  /** What the customer wrote, found in one row of the database. */
  text: string;
  who: SignedIn;
  /** The first answer that acknowledged it. */
  answer: object | null;
}

/** What customers need around them. */
export interface Around<S extends Answering> {
  seed: number;
  /** Whoever may be called now. */
  servers(): readonly S[];
  /** What an answer means: nothing wrong, not now, or a sentence about what is broken. Null came from nobody. */
  judge(server: S, answer: { status: number; headers: Headers } | null): 'well' | 'not now' | { broken: string };
  /** The longest pause between two calls of a customer, in milliseconds. */
  pause: number;
  /** Runs one statement at the database. */
  ask(statement: string): Promise<Record<string, unknown>[]>;
}

export interface Customers<S extends Answering> {
  /** They call until `end`. Each customer's calls follow one another. */
  live(): void;
  end(): Promise<void>;
  /**
   * Sends whatever was not acknowledged until it is, as a device does, and compares the database with what was acknowledged.
   *
   * @param within milliseconds for all of it
   * @returns sentences about what was broken
   */
  settle(server: S, within: number): Promise<string[]>;
  counts: Counts;
  /** When a command was begun and acknowledged by its first answer, in milliseconds of `performance.now()`. */
  acknowledged: readonly { begun: number; at: number }[];
}

export interface Counts {
  commands: number;
  /** Answers that acknowledged a command anew. */
  again: number;
  /** Calls without any answer. */
  unreached: number;
  /** Answers that said 'not now'. */
  later: number;
  /** Lists in which everything stood that was acknowledged before. */
  looks: number;
  lost: number;
  doubled: number;
}

const PEOPLE = ['costarica@demo.test', 'ecuador@demo.test', 'guatemala@demo.test'];
const HEALTH = '520021';

/** Three demo customers who hand in requests, again and again under the same key, and look whether they are there. */
export async function openCustomers<S extends Answering>(first: S, around: Around<S>): Promise<Customers<S>> {
  const { seed, servers, judge } = around;
  const commands: Command[] = [];
  const broken: string[] = [];
  const counts: Counts = { commands: 0, again: 0, unreached: 0, later: 0, looks: 0, lost: 0, doubled: 0 };
  const acknowledged: { begun: number; at: number }[] = [];
  const lives: Promise<void>[] = [];
  let over = false;
  const people: SignedIn[] = [];
  for (const email of PEOPLE) people.push(await signInAt(first, email));

  /** @returns the body of an answer that is well; null for anything else */
  async function ask(server: S, name: EndpointName, sent: Sent, headers: Record<string, string>) {
    const answer = await send(server, name, sent, headers).catch(() => null);
    const judged = judge(server, answer);
    if (typeof judged === 'object') broken.push(`${name}: ${judged.broken} ${JSON.stringify(answer?.body)}`);
    else if (answer === null) counts.unreached += 1;
    else if (judged === 'not now') counts.later += 1;
    return judged === 'well' ? (answer?.body ?? null) : null;
  }

  async function hand(server: S, command: Command): Promise<void> {
    const begun = performance.now();
    const before = command.answer;
    const headers = { ...command.who.headers, 'Idempotency-Key': command.key };
    const body = await ask(server, command.name, command.sent, headers);
    if (body === null) return;
    if (before === null) acknowledged.push({ begun, at: performance.now() });
    else counts.again += 1;
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
      who,
      answer: null,
    };
    commands.push(command);
    counts.commands += 1;
    return command;
  }

  /** Reads the customer's questions. Whatever was acknowledged before must stand there. */
  async function look(server: S, who: SignedIn): Promise<void> {
    const before = commands.filter((one) => one.who === who && one.name === 'createTicket' && one.answer !== null);
    const body = await ask(server, 'tickets', { fields: { idUsuario: who.id } }, who.headers);
    if (body === null) return;
    const shown = JSON.stringify(body);
    const gone = before.filter(({ text }) => !shown.includes(JSON.stringify(text)));
    for (const { text } of gone) broken.push(`${text} was acknowledged and is not read`);
    if (gone.length === 0) counts.looks += 1;
  }

  async function live(who: SignedIn, at: number): Promise<void> {
    const by = randomFrom(seed * 31 + at);
    const one = <T>(among: readonly T[]): T | undefined => among[Math.floor(by() * among.length)];
    const own: Command[] = [];
    while (!over) {
      await pause((0.25 + 0.75 * by()) * around.pause);
      const server = one(servers());
      if (!server) continue;
      const what = by();
      const earlier = one(own);
      if (what < 0.4 || !earlier) {
        const command = newCommand(who, at, by);
        own.push(command);
        await hand(server, command);
      } else if (what < 0.7) await hand(server, earlier);
      else if (what < 0.8) await look(server, who);
      else if (what < 0.95) await ask(server, 'sessions', { fields: { idUsuario: who.id } }, who.headers);
      else await ask(server, 'login', { fields: { email: PEOPLE[at], password: 'Amparo2026' } }, {});
    }
  }

  return {
    counts,
    acknowledged,
    live() {
      lives.push(...people.map((who, at) => live(who, at)));
    },
    async end() {
      over = true;
      await Promise.all(lives);
    },
    async settle(server, within) {
      const until = performance.now() + within;
      for (const command of commands) {
        while (command.answer === null && performance.now() < until) {
          await hand(server, command);
          if (command.answer === null) await pause(250);
        }
        if (command.answer === null) broken.push(`${command.text} is never acknowledged`);
      }
      const rows = await around.ask(
        `select text, count(*)::int as count from (
           select coalesce(to_jsonb(tickets) ->> 'question', to_jsonb(tickets) ->> 'notas') as text from tickets
           union all select fields ->> 'diagnostico' from refunds) as told
         where text like 'historia ${seed},%' group by text`,
      );
      const found = new Map(rows.map(({ text, count }) => [text, Number(count)] as const));
      for (const { text } of commands) {
        const times = found.get(text) ?? 0;
        if (times === 0) counts.lost += 1;
        if (times > 1) counts.doubled += 1;
        if (times !== 1) broken.push(`${text} is there ${times} times`);
      }
      for (const [text] of found)
        if (commands.every((command) => command.text !== text)) broken.push(`${text} was never sent`);
      return broken;
    },
  };
}
