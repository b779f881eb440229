import { type ReactNode, useCallback, useMemo } from 'react';
import type { Group } from '#mirror/group.ts';
import type { MirroredView } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Destination } from '#rules/screens.ts';
import { MirroredScreen, type MirroredScreenProps } from '#screens/mirrored-screen.tsx';
import { markWords, useMarks } from '#screens/use-marks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { useNarrow, useWide } from '#ui/hooks/media.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';
import { LongList } from '#ui/lists/long-list.tsx';
import type { Mark } from '#ui/lists/mark.tsx';
import { EmptyState, Ghost } from '#ui/states/states.tsx';
import styles from './history-screen.module.css';

interface HistoryScreenProps<Row>
  extends Pick<MirroredScreenProps, 'title' | 'about' | 'loading' | 'empty' | 'failed' | 'offline' | 'beside'> {
  view: MirroredView<Row>;
  /** The groups that match the filters. */
  shown: readonly Group<Row>[];
  filters: ReactNode;
  /** Clears the filters. */
  onClear: () => void;
  /** The link to the form of a new request. */
  ask: { label: string; to: Destination };
  /** Items that are still queued on the device. */
  waiting: readonly QueuedItem[];
  queuedCard: (item: QueuedItem) => ReactNode;
  card: (row: Row) => ReactNode;
  /** Estimated height of a card with its gap, in pixels. */
  cardHeight: number;
  /** Accessible name of the list. */
  label: string;
  /** The gender of what it lists. */
  gender: keyof typeof markWords;
}

/** The height that a year's heading adds to its first card, in pixels; the first year has no space above it. */
const HEADING_PX = 50;
const FIRST_HEADING_PX = 34;

/** All requests of one kind by year, with the queued ones first. */
export function HistoryScreen<Row extends { id: string }>(props: HistoryScreenProps<Row>) {
  const { view, shown, filters, onClear, ask, waiting, queuedCard, card, cardHeight, label, gender, beside, ...rest } =
    props;
  const marks = useMarks(view, { keysOf, words: markWords[gender] });
  const state = loadStateOf(view);
  // On a phone the button is at the bottom, near the thumb. On a wide screen it would be out of sight below a long list.
  const narrow = useNarrow();
  // What loads already stands where it will be.
  const coming = useWide() && state === 'loading' && { label, content: <Ghost shape="case" /> };
  const another = (
    <ScreenButton look="accent" icon="plus" to={ask.to}>
      {ask.label}
    </ScreenButton>
  );
  return (
    <MirroredScreen
      {...rest}
      view={view}
      state={state === 'empty' && waiting.length > 0 ? 'filled' : state}
      beside={coming || beside}
      {...(narrow && { foot: another })}
      above={
        <>
          {!narrow && <div className={styles.ask}>{another}</div>}
          {waiting.length > 0 && (
            <section className="stack-3" aria-labelledby="waiting">
              <h2 id="waiting" className={styles.heading}>
                Por enviar
              </h2>
              <ul className="stack-list">
                {waiting.map((item) => (
                  <li key={item.key}>{queuedCard(item)}</li>
                ))}
              </ul>
            </section>
          )}
        </>
      }
    >
      {filters}
      {shown.length === 0 && state === 'filled' ? (
        <EmptyState
          icon="search"
          title="Nada coincide con lo que buscas"
          action={
            <Button look="line" onClick={onClear}>
              Ver todo
            </Button>
          }
        />
      ) : (
        <Years shown={shown} partial={view.partial} marks={marks} card={card} cardHeight={cardHeight} label={label} />
      )}
    </MirroredScreen>
  );
}

const keysOf = (rows: readonly { id: string }[]): string[] => itemKeys(rows, ({ id }) => id);

type YearsProps<Row> = Pick<HistoryScreenProps<Row>, 'shown' | 'card' | 'cardHeight' | 'label'> & {
  partial: boolean;
  marks: ReadonlyMap<string, Mark>;
};

/** Draws only the rows in sight. The first row of a year includes its heading. */
function Years<Row extends { id: string }>({ shown, partial, marks, card, cardHeight, label }: YearsProps<Row>) {
  const { rows, keys, years } = useMemo(() => {
    const rows = shown.flatMap((group) => group.rows);
    const starts = shown.map((_, index) => shown.slice(0, index).reduce((sum, group) => sum + group.rows.length, 0));
    return {
      rows,
      keys: keysOf(rows),
      years: new Map(shown.map((group, index) => [starts[index], group.label])),
    };
  }, [shown]);
  const item = useCallback(
    (index: number) => {
      const row = rows[index];
      const year = years.get(index);
      return (
        row && (
          <>
            {year !== undefined && <h2 className={styles.heading}>{year || 'Sin fecha'}</h2>}
            {card(row)}
          </>
        )
      );
    },
    [rows, years, card],
  );
  return (
    <div className={styles.entries}>
      <LongList
        label={label}
        count={rows.length}
        keyOf={useCallback((index: number) => keys[index] ?? '', [keys])}
        marks={marks}
        partial={partial}
        estimate={(index) => cardHeight + (index === 0 ? FIRST_HEADING_PX : years.has(index) ? HEADING_PX : 0)}
        item={item}
      />
    </div>
  );
}
