import type { AnsweredSet, readingEndpoints } from '#contract/endpoints/reading.ts';
import { type Endpoint, endpoints, type ParsedInputOf, type ReadName } from '#contract/endpoints.ts';
import { printOf } from '#contract/etags.ts';
import { fail, ok, type Problem, type Result } from '#contract/result.ts';
import { type World, Written } from '../handler.ts';
import { handlers } from '../handlers.ts';
import { Overloaded } from '../overload.ts';
import { SMALL_BYTES } from './admission.ts';
import { type Answer, answerOf, etagOf, recentAnswerOf, recentEtagOf } from './answer.ts';
import { perform } from './perform.ts';
import { type ReceivedInput, readAlone } from './read-input.ts';
import { type AnyCall, accept, identify } from './receive.ts';
import { rememberPolicies } from './remember-policies.ts';

/** An answer that holds as much leaves the rest for another; its last read may make it longer. */
const ENOUGH_BYTES = SMALL_BYTES;
/** The same for the time it took: a device still waits, although the last read may take long. */
const ENOUGH_MS = 5000;

export interface Surroundings {
  /** Milliseconds that only rise. */
  steady: () => number;
  /** Notes that a read was answered with something new. */
  note(name: ReadName, read: AnyCall): void;
}

type Answering = (world: World, call: AnyCall, around: Surroundings) => Promise<Result<unknown>>;

/** One read as it was asked for, and what its own call would be told. */
interface Performed<T> {
  name: ReadName;
  call: AnyCall;
  told: T;
}

/** The rows that read, by themselves. */
const names = (Object.keys(handlers) as ReadName[]).filter((name) => rowOf(name).readsOnly);

/** POST /lecturas: each read as if it came alone, one after the other, with the limits and the trail of as many calls. */
const readTogether: Answering = async (world, call, { steady, note }) => {
  const { lecturas, conjuntos } = call.input as ParsedInputOf<'readTogether'>;
  const readsNothing = lecturas.length === 0 && !conjuntos?.length;
  if (!readsNothing && call.who?.sendsOnly) return fail('unauthorised');
  const reading = readingFor(world, call);
  const [parts, seen]: [Buffer[], Performed<Answer>[]] = [[], []];
  const began = steady();
  const sets = await compared(reading, conjuntos ?? [], () => steady() - began >= ENOUGH_MS);
  if (!sets.ok) return sets;
  let bytes = 0;
  for (const one of lecturas) {
    if (bytes >= ENOUGH_BYTES || steady() - began >= ENOUGH_MS) {
      parts.push(LATER);
      continue;
    }
    const read = await answerTo(reading, one);
    if (!read.ok && endsIt(read.problem)) return read;
    if (read.ok && isWithheld(one) && read.value.told.status !== 304) {
      parts.push(LATER);
      continue;
    }
    if (read.ok && read.value.told.status !== 304) seen.push(read.value);
    const part = read.ok ? written(read.value.told) : problem(read.problem);
    bytes += part.length;
    parts.push(part);
  }
  // Many reads take seconds, in which the sign-in may have ended.
  const still = readsNothing ? ok(null) : await identify(world, endpoints.readTogether, call.shown);
  if (!still.ok) return still;
  for (const { name, call } of seen) note(name, call);
  return ok(joined(parts, conjuntos && sets.value));
};

/** Of each set, whether every list is as the device holds it. One that differs, fails or comes too late is not. */
async function compared(
  reading: ReturnType<typeof readingFor>,
  sets: NonNullable<ParsedInputOf<'readTogether'>['conjuntos']>,
  isLate: () => boolean,
): Promise<Result<AnsweredSet[]>> {
  const states: AnsweredSet[] = [];
  for (const { nombre, entradas, huella, reciente } of sets) {
    const name = names.find((one) => one === nombre);
    const etags: string[] = [];
    for (const entrada of name ? entradas : []) {
      if (!name || isLate()) break;
      const etag = (value: unknown) =>
        reciente ? recentEtagOf(rowOf(name), value) : Promise.resolve(ok(etagOf(value)));
      const read = await reading(name, readAlone(entrada), etag);
      if (!read.ok && endsIt(read.problem)) return read;
      if (!read.ok) break;
      etags.push(read.value.told);
    }
    const isSame = etags.length === entradas.length && (await printOf(etags)) === huella;
    states.push(isSame ? 304 : 'despues');
  }
  return ok(states);
}

async function answerTo(
  reading: ReturnType<typeof readingFor>,
  { nombre, entrada, etiqueta, grupos, reciente }: ParsedInputOf<'readTogether'>['lecturas'][number],
): Promise<Result<Performed<Answer>>> {
  const name = names.find((one) => one === nombre);
  const held = { etags: etiqueta, groups: grupos ?? null, takesGroups: true };
  const tell = reciente ? recentAnswerOf : answerOf;
  return name ? reading(name, readAlone(entrada), (value) => tell(rowOf(name), value, held)) : unknown;
}

/** The device holds groups and has not sent their versions: without them the whole list would come. */
const isWithheld = ({ etiqueta, grupos }: ParsedInputOf<'readTogether'>['lecturas'][number]): boolean =>
  etiqueta !== null && grupos === undefined;

/** Who answers the row that brings many reads. */
export const together = { readTogether } satisfies Record<keyof typeof readingEndpoints, Answering>;

/** Makes the reads of one request: as their own calls would be made, but that the policies they name are found once. */
function readingFor(world: World, call: AnyCall) {
  const known = { db: world.db, core: rememberPolicies(world.core), refundXml: world.refundXml };
  return async <T>(
    name: ReadName,
    received: Result<ReceivedInput>,
    tell: (value: unknown) => Promise<Result<T>>,
  ): Promise<Result<Performed<T>>> => {
    if (!received.ok) return received;
    const read = { ...call, raw: received.value.fields };
    try {
      const accepted = await accept(known, rowOf(name), read);
      if (!accepted.ok) return accepted;
      const accepting = { ...read, ...accepted.value };
      const done = await perform(world, name, accepting);
      const told = done.ok ? await tell(done.value) : done;
      return told.ok ? ok({ name, call: accepting, told: told.value }) : told;
    } catch (error) {
      if (error instanceof Overloaded) return fail('unavailable', { retryAfter: error.retryAfter });
      // One list that cannot be read must not keep the others from the device.
      world.later.start(() => Promise.reject(error));
      return fail('unavailable');
    }
  };
}

function rowOf(name: ReadName): Endpoint {
  return endpoints[name];
}

/** The sign-in is over: what is left would be refused as well. */
const endsIt = ({ code }: Problem): boolean => code === 'unauthorised' || code === 'session-ended';

/** A row that this call does not know: its own address says more. */
const unknown = fail('method-not-allowed');

const LATER = Buffer.from('{"estado":"despues"}');
/** Whoever has it knows its ETag. */
const SAME = Buffer.from('{"estado":304}');
const [OPEN, COMMA] = [Buffer.from('{"respuestas":['), Buffer.from(',')];

function joined(parts: readonly Buffer[], sets: readonly AnsweredSet[] | undefined): Written {
  const close = Buffer.from(sets ? `],"conjuntos":${JSON.stringify(sets)}}` : ']}');
  return new Written(Buffer.concat([OPEN, ...parts.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part])), close]));
}

const problem = ({ code, text, retryAfter }: Problem): Buffer =>
  Buffer.from(JSON.stringify({ estado: 'problema', codigo: code, texto: text, espera: retryAfter }));

/** A read's answer as JSON; its body is JSON already and is not written twice. */
function written(answer: Answer): Buffer {
  const { status: estado, etag: etiqueta } = answer;
  if (answer.status === 304) return SAME;
  const { groups, since: desde } = answer.status === 200 ? answer : {};
  const head = JSON.stringify({ estado, etiqueta, grupos: groups ?? undefined, desde });
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"cuerpo":`), Buffer.from(answer.body), Buffer.from('}')]);
}
