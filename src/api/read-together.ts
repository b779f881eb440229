import type { AnsweredRead } from '#contract/endpoints/reading.ts';
import { type AnswerOf, endpoints, type InputOf, type ReadName } from '#contract/endpoints.ts';
import { type Versions, writeVersions } from '#contract/groups.ts';
import { fail, ok, type Problem, type Result } from '#contract/result.ts';
import { type Machine, pause } from '#ports/machine.ts';
import { fieldsOf } from './exchange.ts';
import { deviceCodes } from './problem.ts';
import { type Held, type Pulled, pulledOf } from './pulled.ts';

/** A call that only reads, with what the device holds of it. */
export interface Read {
  name: ReadName;
  input: InputOf<ReadName>;
  etag: string | null;
  versions: Versions | null;
  /** Only the last two years there are rows of, as far as the backend can; only read with others. */
  recent?: boolean;
}

/** What became of one of many reads; 'later': the answer was full, so it is asked for again. */
export type OneRead = Result<Pulled<unknown>> | 'later';

const heldOf = ({ etag, versions }: Read): Held => ({
  etag,
  groups: etag !== null && versions ? writeVersions(versions) : null,
});

/** Whether `brief` leaves out something of this read. */
export const isWithheld = (read: Read): boolean => heldOf(read).groups !== null;

/**
 * The reads as they travel together.
 *
 * @param brief without the versions of groups, which are most of the bytes and only needed where something changed
 */
export function askTogether(reads: readonly Read[], brief: boolean): InputOf<'readTogether'> {
  const lecturas = reads.map((read) => {
    const { etag, groups } = heldOf(read);
    const entrada = fieldsOf(endpoints[read.name], read.input);
    const asked = { nombre: read.name, entrada, etiqueta: etag, ...(read.recent && { reciente: true }) };
    return brief && isWithheld(read) ? asked : { ...asked, grupos: groups };
  });
  return { lecturas };
}

/** Longest stretch of reading answers, in milliseconds. */
const STRETCH_MS = 10;

/** Lets what the customer does come first, once a stretch is over. */
function createTurns({ steady, timers }: Pick<Machine, 'steady' | 'timers'>): () => Promise<void> {
  let since = steady();
  return async () => {
    if (steady() - since < STRETCH_MS) return;
    await pause(timers, 0);
    since = steady();
  };
}

/**
 * Reads their answers, each as `pull` would, a few at a time: forty of them in one go would be a task that a press waits for.
 * 'unreadable' when they are not the answers to these reads.
 */
export async function readAnswers(
  reads: readonly Read[],
  answer: Pulled<AnswerOf<'readTogether'>>,
  brief: boolean,
  machine: Pick<Machine, 'steady' | 'timers'>,
): Promise<Result<readonly OneRead[]>> {
  const answers = 'value' in answer ? answer.value.respuestas : null;
  if (answers?.length !== reads.length) return fail('unreadable');
  // A server that answers none would be asked for ever.
  const isLeft = (read: Read, at: number) => answers[at]?.estado === 'despues' && !(brief && isWithheld(read));
  if (reads.length > 0 && reads.every(isLeft)) return fail('unreadable');
  const turn = createTurns(machine);
  const each: OneRead[] = [];
  for (const [at, read] of reads.entries()) {
    await turn();
    each.push(await readAnswer(read, answers[at] as AnsweredRead));
  }
  return ok(each);
}

async function readAnswer(read: Read, answer: AnsweredRead): Promise<OneRead> {
  const held = heldOf(read);
  if (answer.estado === 'despues') return 'later';
  if (answer.estado === 'problema') return { ok: false, problem: problemIn(answer) };
  if (answer.estado === 304) return held.etag === null ? fail('nonsense', { status: 304 }) : ok({ unchanged: true });
  const { estado: status, etiqueta: etag = null, cuerpo: json } = answer;
  const { grupos: groups = null, desde: since = null } = status === 200 ? answer : {};
  return pulledOf(endpoints[read.name], { status, etag, groups, since, json, fits: true }, held);
}

function problemIn({ codigo, texto, espera }: Extract<AnsweredRead, { estado: 'problema' }>): Problem {
  // Only a whole request is told that its session was ended; a device's own codes come from nobody else.
  if (codigo === 'session-ended' || deviceCodes.has(codigo)) return { code: 'unreadable' };
  return { code: codigo, ...(texto && { text: texto }), ...(espera !== undefined && { retryAfter: espera }) };
}
