import { type ReactNode, useCallback, useMemo } from 'react';
import type { Group } from '#mirror/group.ts';
import type { MirroredView } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { MirroredScreen, type MirroredScreenProps } from '#screens/mirrored-screen.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { LongList } from '#ui/long-list.tsx';
import { useNarrow } from '#ui/narrow.ts';
import { EmptyState } from '#ui/states.tsx';
import styles from './history-screen.module.css';

interface HistoryScreenProps<Row>
  extends Pick<MirroredScreenProps, 'title' | 'about' | 'loading' | 'empty' | 'failed' | 'offline' | 'beside'> {
  view: MirroredView<Row>;
  /** What of it is shown. */
  shown: readonly Group<Row>[];
  /** The ways to find one, above the list. */
  filters: ReactNode;
  /** Shows all of it again. */
  onClear: () => void;
  /** Leads to the form that asks for another one. */
  ask: { label: string; href: string };
  /** Those that have not left the device yet. */
  waiting: readonly QueuedItem[];
  queuedCard: (item: QueuedItem) => ReactNode;
  card: (row: Row) => ReactNode;
  /** About how high a card is with its gap, in pixels. */
  cardHeight: number;
  /** What the list is called. */
  label: string;
}

/** What a year's heading adds to the height of its first card, in pixels. */
const HEADING = 44;

/** All requests of one kind by year; what waits to be sent stands first. */
export function HistoryScreen<Row extends { id: string }>(props: HistoryScreenProps<Row>) {
  const { view, shown, filters, onClear, ask, waiting, queuedCard, card, cardHeight, label, ...rest } = props;
  const state = shownState(view);
  // Under the thumb on a phone; on a wide screen it would be out of sight below a long history.
  const narrow = useNarrow();
  const another = (
    <ButtonLink icon="plus" href={ask.href}>
      {ask.label}
    </ButtonLink>
  );
  return (
    <MirroredScreen
      {...rest}
      view={view}
      state={state === 'empty' && waiting.length > 0 ? 'filled' : state}
      {...(narrow && { foot: another })}
      above={
        <>
          {!narrow && <div className={styles.ask}>{another}</div>}
          {waiting.length > 0 && (
            <section className={styles.year} aria-labelledby="waiting">
              <h2 id="waiting" className={styles.heading}>
                Por enviar
              </h2>
              <ul className={styles.cards}>
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
        <Years shown={shown} card={card} cardHeight={cardHeight} label={label} />
      )}
    </MirroredScreen>
  );
}

type YearsProps<Row> = Pick<HistoryScreenProps<Row>, 'shown' | 'card' | 'cardHeight' | 'label'>;

/** Of hundreds only those in sight are drawn; the first of a year carries its heading. */
function Years<Row extends { id: string }>({ shown, card, cardHeight, label }: YearsProps<Row>) {
  const { rows, years } = useMemo(() => {
    const starts = shown.map((_, at) => shown.slice(0, at).reduce((sum, group) => sum + group.rows.length, 0));
    return {
      rows: shown.flatMap((group) => group.rows),
      years: new Map(shown.map((group, at) => [starts[at], group.label])),
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
    <LongList
      label={label}
      count={rows.length}
      estimate={(index) => cardHeight + (years.has(index) ? HEADING : 0)}
      item={item}
    />
  );
}
