import { useMemo } from 'react';
import type { MirroredView } from '#mirror/hooks.tsx';
import { type CaseFilter, statusesOf } from '#rules/case-filter.ts';
import { countOf } from '#rules/years.ts';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import { CaseFilters } from './case-filters.tsx';

const everyCase: CaseFilter = { status: '', patient: '', typed: '' };

/** A history of up to this many entries needs no filters. */
const MAX_UNFILTERED = 3;

interface Finding<Row> {
  matches: (row: Row, filter: CaseFilter) => boolean;
  patientsOf?: (rows: readonly Row[]) => string[];
  searchLabel: string;
  /** 'reembolso', 'reembolsos'. */
  one: string;
  many: string;
}

/** A history's filters and the entries they show. The filters are kept for when the customer comes back. */
export function useHistoryFilter<Row extends { idEstado: number | null }>(
  { groups, partial }: Pick<MirroredView<Row>, 'groups' | 'partial'>,
  { matches, patientsOf, searchLabel, one, many }: Finding<Row>,
) {
  const [filter, setFilter] = useEntryState('filter', everyCase);
  const { all, shown } = useMemo(() => {
    const found = (groups ?? []).map(({ label, rows }) => ({
      label,
      rows: rows.filter((row) => matches(row, filter)),
    }));
    return { all: (groups ?? []).flatMap(({ rows }) => rows), shown: found.filter(({ rows }) => rows.length > 0) };
  }, [groups, filter, matches]);
  const count = countOf(shown);
  const filters = all.length > MAX_UNFILTERED && (
    <CaseFilters
      filter={filter}
      onFilter={setFilter}
      statuses={statusesOf(all)}
      {...(patientsOf && { patients: patientsOf(all) })}
      searchLabel={searchLabel}
      result={partial ? '\u00a0' : `${count} ${count === 1 ? one : many}`}
    />
  );
  return { shown, filters, onClear: () => setFilter(everyCase) };
}
