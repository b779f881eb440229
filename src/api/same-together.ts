import { MAX_READS, MAX_SETS } from '#contract/endpoints/reading.ts';
import { type AnswerOf, endpoints, type InputOf } from '#contract/endpoints.ts';
import { printOf } from '#contract/etags.ts';
import { fieldsOf } from './exchange.ts';
import type { Read } from './read-together.ts';

/** A read of which something is held. */
type HeldRead = Read & { etag: string };

/** What is held, in sets of one endpoint and extent each, as many as fit into one request. */
export function setsOf(reads: readonly Read[]): HeldRead[][] {
  const sets: HeldRead[][] = [];
  for (const read of reads.filter((one): one is HeldRead => one.etag !== null)) {
    const open = sets.find(([first, ...more]) => first && isAlike(first, read) && more.length + 1 < MAX_READS);
    if (open) open.push(read);
    else sets.push([read]);
  }
  return sets.slice(0, MAX_SETS);
}

const isAlike = (a: Read, b: Read): boolean => a.name === b.name && (a.recent ?? false) === (b.recent ?? false);

/** The question whether each set is as it is held. */
export async function askSets(sets: readonly HeldRead[][]): Promise<InputOf<'readTogether'>> {
  const conjuntos = sets.map(async (reads) => ({
    nombre: reads[0]?.name ?? '',
    entradas: reads.map(({ name, input }) => fieldsOf(endpoints[name], input)),
    huella: await printOf(reads.map(({ etag }) => etag)),
    ...(reads[0]?.recent && { reciente: true }),
  }));
  return { lecturas: [], conjuntos: await Promise.all(conjuntos) };
}

/** The reads of the sets that are as they are held; null from a backend that knows no sets. */
export function sameIn(
  sets: readonly HeldRead[][],
  { conjuntos: said }: AnswerOf<'readTogether'>,
): ReadonlySet<Read> | null {
  return said?.length === sets.length ? new Set(sets.flatMap((reads, at) => (said[at] === 304 ? reads : []))) : null;
}
