import type { Refund } from '#contract/refunds.ts';
import { folded } from './folded.ts';

type Treated = Pick<Refund, 'hospital' | 'medico' | 'ciudad' | 'pais' | 'created'>;

/** So many suggestions fit in two lines on a phone. */
const MAX_SUGGESTIONS = 4;

/** The hospitals of earlier refunds in that country, the latest first, each once; none while it is ''. */
export function knownPlaces(refunds: readonly Treated[], country: string): Pick<Treated, 'hospital' | 'ciudad'>[] {
  const here = latestFirst(refunds).filter(({ pais }) => pais && folded(pais) === folded(country));
  const complete = here.filter(({ hospital, ciudad }) => hospital && ciudad);
  return onceEach(complete, ({ hospital }) => hospital).map(({ hospital, ciudad }) => ({ hospital, ciudad }));
}

/** The doctors of earlier refunds: first those of this hospital, then the others; the latest first. */
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
  return [...seen.values()].slice(0, MAX_SUGGESTIONS);
}
