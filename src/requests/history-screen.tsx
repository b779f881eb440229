import type { ReactNode } from 'react';
import type { MirroredView } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { MirroredScreen, type MirroredScreenProps } from '#screens/mirrored-screen.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useNarrow } from '#ui/narrow.ts';
import styles from './history-screen.module.css';

interface HistoryScreenProps<Row>
  extends Pick<MirroredScreenProps, 'title' | 'about' | 'loading' | 'empty' | 'failed' | 'offline'> {
  view: MirroredView<Row>;
  /** Leads to the form that asks for another one. */
  ask: { label: string; href: string };
  /** Those that have not left the device yet. */
  waiting: readonly QueuedItem[];
  queuedCard: (item: QueuedItem) => ReactNode;
  card: (row: Row) => ReactNode;
}

/** All requests of one kind by year; what waits to be sent stands first. */
export function HistoryScreen<Row extends { id: string }>(props: HistoryScreenProps<Row>) {
  const { view, ask, waiting, queuedCard, card, ...shown } = props;
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
      {...shown}
      view={view}
      state={state === 'empty' && waiting.length > 0 ? 'filled' : state}
      {...(narrow && { foot: another })}
      above={
        <>
          {!narrow && <div className={styles.ask}>{another}</div>}
          {waiting.length > 0 && (
            <Section id="waiting" heading="Por enviar">
              {waiting.map((item) => (
                <li key={item.key}>{queuedCard(item)}</li>
              ))}
            </Section>
          )}
        </>
      }
    >
      {view.groups?.map(({ label, rows }) => (
        <Section key={label} id={`year-${label}`} heading={label || 'Sin fecha'}>
          {rows.map((row) => (
            <li key={row.id} className={styles.card}>
              {card(row)}
            </li>
          ))}
        </Section>
      ))}
    </MirroredScreen>
  );
}

function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section className={styles.year} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      <ul className={styles.cards}>{children}</ul>
    </section>
  );
}
