import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Group } from '#mirror/group.ts';
import { classNames } from '#ui/base/class-names.ts';
import { words } from '#ui/base/words.ts';
import { Button } from '#ui/controls/button.tsx';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import { focusBeside } from '#ui/hooks/focus-beside.ts';
import { useNarrow, useWide } from '#ui/hooks/media.ts';
import { flattened, itemKeys } from '#ui/lists/item-keys.ts';
import { LongList, type LongListHandle } from '#ui/lists/long-list.tsx';
import type { Mark } from '#ui/lists/mark.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import styles from './entries.module.css';
import { type Find, type Finding, type Searched, useFinding } from './finding.ts';
import { type View, ViewAge } from './mirrored-screen.tsx';
import { NoneInYear } from './none-in-year.tsx';

/** An entry as it is drawn. */
export interface Entry {
  /** Whether it is open, here or beside the list. */
  open: boolean;
  onOpen: (event: MouseEvent) => void;
}

/** What is open: its key, and its row as it was when it was opened. */
export interface Opened<Row> {
  key: string;
  row: Row | null;
}

/** A list of entries, as data. */
export interface Entries<Row> {
  /** The list's accessible name. */
  label: string;
  /** Names an entry by what it is. */
  nameOf: (row: Row) => string;
  find: Find<Row>;
  /** What stands under a group's heading, as groups of its own; by default it is one. */
  within?: (group: Group<Row>) => readonly Group<Row>[];
  /** At the first heading: how many there are. */
  tally?: (finding: Finding<Row>) => string;
  /** The search and what else narrows the list, above it. */
  tools: (finding: Finding<Row>) => ReactNode;
  /** Estimated heights of an entry with its gap, in pixels: alone, and in the close list beside an open one. */
  heights: readonly [alone: number, close: number];
  entry: (row: Row, entry: Entry) => ReactNode;
  /** What is open, beside the list on a desk. */
  detail: { label: string; content: (opened: Opened<Row>, onClose: () => void) => ReactNode };
  /** Stands beside the list until an entry is opened; without it the first one is open from the start. */
  unopened?: ReactNode;
  /** Opens an entry on a screen of its own, where nothing stands beside the list. Without it the entry opens in place. */
  goTo?: (key: string) => void;
}

interface Listed<Row> extends Searched<Row> {
  /** Whose age a phone shows beside the first heading. */
  view: View;
  marks: ReadonlyMap<string, Mark>;
}

/** The height that a heading adds to the entry below it, in pixels; the first heading has no space above it. */
const HEADING_PX = 50;
const FIRST_HEADING_PX = 34;

/** A list under its headings, with its search, and what is open of it. */
export function useEntries<Row>(listed: Listed<Row>, entries: Entries<Row>) {
  const { label, find, within, tally, tools, heights, entry, detail, unopened, nameOf } = entries;
  const wide = useWide();
  const finding = useFinding(listed, find);
  const { shown } = finding;
  const { rows, keys, headings } = useMemo(
    () => flattened(within ? shown.flatMap(within) : shown, (some: readonly Row[]) => itemKeys(some, nameOf)),
    [shown, within, nameOf],
  );
  const list = useRef<LongListHandle>(null);
  const { opened, open, close, leave } = useOpened(rows, keys, entries, list);
  const keyOf = useCallback((index: number) => keys[index] ?? '', [keys]);
  const narrow = useNarrow();
  const ownAge = narrow && listed.view.groups !== null && listed.rows.length > 0;
  /** A phone has the first heading above the list, with the age beside it: inside, 'Actualizar' would belong to an entry. */
  const isWithin = (index: number) => headings.has(index) && !(ownAge && index === 0);
  const headingOf = (index: number, beside: ReactNode) => (
    <div className={classNames(styles.heading, Boolean(beside) && 'aged')}>
      {headings.has(index) && <h2>{headings.get(index)?.label || 'Sin fecha'}</h2>}
      {beside}
      {index === 0 && tally && rows.length > 0 && (
        <p className={classNames('soft small', ownAge && styles.below)}>{tally(finding)}</p>
      )}
    </div>
  );
  const item = (index: number) => {
    const row = rows[index];
    const key = keys[index] ?? '';
    return (
      row && (
        <>
          {isWithin(index) && headingOf(index, null)}
          {entry(row, { open: key === opened?.key, onOpen: (event) => open({ key, row }, event) })}
        </>
      )
    );
  };
  const head = ownAge && headingOf(0, <ViewAge view={listed.view} brief />);
  const content = (
    <>
      {tools(finding)}
      {rows.length === 0 && head}
      {rows.length === 0 && finding.by === '' && listed.page !== undefined && !listed.partial && (
        <NoneInYear view={listed.view} year={listed.page} nouns={find.nouns[1]} icon="search" loading={words.working} />
      )}
      {rows.length === 0 && finding.by !== '' ? (
        <EmptyState
          icon="search"
          title="Nada coincide con lo que buscas"
          action={
            <Button look="line" onClick={finding.clear}>
              Ver todo
            </Button>
          }
        />
      ) : (
        <div className={styles.entries}>
          {head}
          <LongList
            // A close entry is lower, so the measured heights must not survive a change of width.
            key={`${wide} ${finding.by}`}
            label={label}
            count={rows.length}
            keyOf={keyOf}
            marks={listed.marks}
            partial={listed.partial}
            estimate={(index) =>
              heights[wide ? 1 : 0] + (isWithin(index) ? (index === 0 ? FIRST_HEADING_PX : HEADING_PX) : 0)
            }
            item={item}
            handle={list}
          />
        </div>
      )}
    </>
  );
  const beside = { label: detail.label, content: opened ? detail.content(opened, close) : unopened, onLeave: leave };
  return { content, ownAge, beside: wide && beside.content ? beside : null, opened, open, close };
}

/**
 * Which entry is open. On a desk it is open beside the list, by default the first one: one that arrives above it does not take
 * its place. The choice is kept for when the customer comes back.
 */
function useOpened<Row>(
  rows: readonly Row[],
  keys: readonly string[],
  { unopened, goTo }: Entries<Row>,
  list: { current: LongListHandle | null },
) {
  const wide = useWide();
  const first = unopened === undefined ? keys[0] : undefined;
  const [unchosen, setUnchosen] = useState(first);
  const stays = unchosen !== undefined && keys.includes(unchosen);
  if (!stays && unchosen !== first) setUnchosen(first);
  const [chosen, setChosen] = useEntryState<Opened<Row> | null>('opened', null);
  const opener = useRef<HTMLElement>(null);
  const standing = stays ? unchosen : first;
  const byDefault = standing === undefined ? null : { key: standing, row: rows[keys.indexOf(standing)] ?? null };
  const opened = wide ? (chosen ?? byDefault) : goTo ? null : chosen;
  // Before it is drawn, the focus would go to the entry of before and be lost with it.
  const entering = useRef<string>(null);
  useEffect(() => {
    if (entering.current === null || entering.current !== opened?.key) return;
    entering.current = null;
    focusBeside();
  }, [opened?.key]);
  return {
    opened,
    open(of: Opened<Row>, event: MouseEvent) {
      if (!wide && goTo) return goTo(of.key);
      if (!wide && chosen?.key === of.key) return setChosen(null);
      setChosen(of);
      opener.current = event.currentTarget as HTMLElement;
      // `detail` is 0 for a press by keyboard. From the list, the keyboard's way to the open entry would be long.
      if (!wide || event.detail !== 0) return;
      if (opened?.key === of.key) focusBeside();
      else entering.current = of.key;
    },
    close: () => setChosen(null),
    /** Back from what is open to its entry. */
    leave() {
      if (opened && list.current?.focus(opened.key)) return;
      const back = opener.current?.isConnected ? opener.current : document.querySelector('h1');
      back?.focus();
    },
  };
}
