import { useDeferredValue, useMemo } from 'react';
import { oneLine } from '#contract/typed-text.ts';
import type { Group } from '#mirror/group.ts';
import { countText } from '#rules/money.ts';
import { countOf } from '#rules/years.ts';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import { useLocale } from './use-locale.ts';

/** What the rows of a list are told apart by: a status, a patient, a kind. */
export interface Facet<Row> {
  name: string;
  /** 'Estado' */
  label: string;
  /** 'Todos' */
  all: string;
  of: (row: Row) => string;
  /** What a row without one is called; without it such a row is under 'Todos' alone. */
  unnamed?: string;
  /** The order of its options; by default the alphabet's. */
  order?: readonly string[];
}

/** How a list is searched. A new one searches again. */
export interface Find<Row> {
  /** What the search field asks for. */
  label: string;
  /** 'reembolso', 'reembolsos'. */
  nouns: readonly [one: string, many: string];
  /** The rows that hold what was typed, which is not empty. */
  search: (rows: readonly Row[], typed: string) => readonly Row[];
  facets: readonly Facet<Row>[];
}

export interface ChosenFacet extends Pick<Facet<never>, 'name' | 'label' | 'all' | 'unnamed'> {
  /** What occurs in the list. */
  options: readonly string[];
  /** Null for all. */
  chosen: string | null;
  choose: (option: string | null) => void;
}

export interface Finding<Row> {
  label: string;
  typed: string;
  type: (typed: string) => void;
  facets: readonly ChosenFacet[];
  /** Whether what is shown was searched for. What is typed comes a moment before. */
  searching: boolean;
  /** The rows that are searched or told apart: those of the page, or all while something is typed. */
  scope: readonly Row[];
  /** The groups of what was found. */
  shown: readonly Group<Row>[];
  /** '12 reembolsos'; a blank while the list is not whole. */
  result: string;
  /** What it was narrowed by; '' for nothing. */
  by: string;
  clear: () => void;
}

interface Filter {
  typed: string;
  chosen: Readonly<Record<string, string | null>>;
}

const EVERYTHING: Filter = { typed: '', chosen: {} };

/** Keeps the count's place. Of a part of the list a count would be wrong. */
const NO_COUNT = '\u00a0';

export interface Searched<Row> {
  groups: readonly Group<Row>[];
  /** The rows of all groups. */
  rows: readonly Row[];
  partial: boolean;
  /** The label of the one group that is shown while nothing is typed; by default all are. */
  page?: string;
}

/** A list's search and facets, and the rows that they leave. They are kept for when the customer comes back (D44). */
export function useFinding<Row>({ groups, rows, partial, page }: Searched<Row>, find: Find<Row>): Finding<Row> {
  const locale = useLocale();
  const [filter, setFilter] = useEntryState('filter', EVERYTHING);
  const typed = oneLine(useDeferredValue(filter.typed));
  const [within, scope] = useMemo(() => {
    if (page === undefined || typed !== '') return [groups, rows];
    const paged = groups.filter(({ label }) => label === page);
    return [paged, paged.flatMap((group) => group.rows)];
  }, [groups, rows, page, typed]);
  const options = useMemo(() => find.facets.map((facet) => optionsOf(facet, scope)), [find, scope]);
  // A refresh may remove the last row of what is chosen.
  const chosen = find.facets.map(({ name }, at) => options[at]?.find((one) => one === filter.chosen[name]) ?? null);
  const by = typed === '' && chosen.every((one) => one === null) ? '' : JSON.stringify([typed, chosen]);
  const shown = useMemo(() => {
    if (by === '') return within;
    const [sought, wanted]: [string, (string | null)[]] = JSON.parse(by);
    const fits = (row: Row) => find.facets.every(({ of }, at) => wanted[at] === null || of(row) === wanted[at]);
    return within
      .map(({ label, rows: some }) => ({ label, rows: found(some.filter(fits), sought, find) }))
      .filter((group) => group.rows.length > 0);
  }, [within, find, by]);
  const count = countOf(shown);
  return {
    label: find.label,
    typed: filter.typed,
    type: (next) => setFilter({ ...filter, typed: next }),
    facets: find.facets.map((facet, at) => ({
      ...facet,
      options: options[at] ?? [],
      chosen: chosen[at] ?? null,
      choose: (option) => setFilter({ ...filter, chosen: { ...filter.chosen, [facet.name]: option } }),
    })),
    searching: typed !== '',
    scope,
    shown,
    result: partial ? NO_COUNT : `${countText(count, locale)} ${find.nouns[count === 1 ? 0 : 1]}`,
    by,
    clear: () => setFilter(EVERYTHING),
  };
}

const found = <Row>(rows: Row[], typed: string, { search }: Find<Row>): Row[] =>
  typed === '' ? rows : [...search(rows, typed)];

function optionsOf<Row>({ of, unnamed, order = [] }: Facet<Row>, rows: readonly Row[]): string[] {
  const place = (option: string) => order.indexOf(option);
  const named = [...new Set(rows.map(of))].filter((one) => one !== '' || unnamed);
  return named.sort((a, b) => place(a) - place(b) || a.localeCompare(b, 'es'));
}
