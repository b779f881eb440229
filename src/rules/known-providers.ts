import type { Refund } from '#contract/refunds.ts';

type Treated = Pick<Refund, 'hospital' | 'medico' | 'ciudad' | 'pais' | 'created'>;

/** As many as fit in two lines of a phone. */
const MOST = 4;

/** Where earlier refunds say that somebody was treated: the latest first, each hospital once. */
export function knownPlaces(refunds: readonly Treated[]): Pick<Treated, 'hospital' | 'ciudad' | 'pais'>[] {
  const complete = latestFirst(refunds).filter(({ hospital, ciudad, pais }) => hospital && ciudad && pais);
  return onceEach(complete, ({ hospital }) => hospital).map(({ hospital, ciudad, pais }) => ({
    hospital,
    ciudad,
    pais,
  }));
}

/** The doctors of earlier refunds: those of the hospital first, then the others, the latest first. */
export function knownDoctors(refunds: readonly Treated[], hospital: string): string[] {
  const named = latestFirst(refunds).filter(({ medico }) => medico);
  const here = named.filter((one) => folded(one.hospital) === folded(hospital));
  return onceEach([...here, ...named], ({ medico }) => medico).map(({ medico }) => medico);
}

const latestFirst = (refunds: readonly Treated[]): Treated[] =>
  [...refunds].sort((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : 0));

function onceEach(rows: readonly Treated[], nameOf: (row: Treated) => string): Treated[] {
  const seen = new Map<string, Treated>();
  for (const row of rows) if (!seen.has(folded(nameOf(row)))) seen.set(folded(nameOf(row)), row);
  return [...seen.values()].slice(0, MOST);
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
