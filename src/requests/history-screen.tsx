import type { MouseEvent, ReactNode } from 'react';
import { loadStateOf } from '#mirror/load-state.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Destination } from '#rules/screens.ts';
import type { AtScreen } from '#screens/collection-screen.tsx';
import { type Entries, useEntries } from '#screens/entries.tsx';
import { markWords } from '#screens/use-marks.ts';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { useNarrow, useWide } from '#ui/hooks/media.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';
import { Ghost } from '#ui/states/states.tsx';
import { CaseFilters } from './case-filters.tsx';
import styles from './history-screen.module.css';

interface Requests<Row> extends Omit<Entries<Row>, 'nameOf' | 'tools'> {
  /** The link to the form of a new request. */
  ask: { label: string; to: Destination };
  /** Items that are still queued on the device. */
  waiting: readonly QueuedItem[];
  /** One of them; `onOpen` opens it like an entry. */
  queuedCard: (item: QueuedItem, onOpen: (event: MouseEvent) => void) => ReactNode;
}

/** How requests are marked that arrive while one looks, by the gender of what they are called. */
export const markedRequests = (gender: keyof typeof markWords) => ({ keysOf, words: markWords[gender] });

/** All requests of one kind by year, with the queued ones first. */
export function useHistory<Row extends { id: string }>({ view, rows, marks }: AtScreen<Row>, requests: Requests<Row>) {
  const { ask, waiting, queuedCard, detail } = requests;
  const state = loadStateOf(view);
  const listed = { view, groups: view.groups ?? NONE, rows, partial: view.partial, marks };
  const { content, ownAge, beside, open } = useEntries(listed, {
    ...requests,
    nameOf,
    tools: (finding) => rows.length > MAX_UNFILTERED && <CaseFilters {...finding} />,
  });
  // On a phone the button is at the bottom, near the thumb. On a wide screen it would be out of sight below a long list.
  const narrow = useNarrow();
  // What loads already stands where it will be.
  const coming = useWide() && state === 'loading' && { label: detail.label, content: <Ghost shape="case" /> };
  const another = (
    <ScreenButton look="accent" icon="plus" to={ask.to}>
      {ask.label}
    </ScreenButton>
  );
  return {
    ...(state === 'empty' && waiting.length > 0 && { state: 'filled' as const }),
    ...(narrow && { foot: another }),
    ownAge,
    beside: coming || beside,
    above: (
      <>
        {!narrow && <div className={styles.ask}>{another}</div>}
        {waiting.length > 0 && (
          <section className="stack-3" aria-labelledby="waiting">
            <h2 id="waiting">Por enviar</h2>
            <ul className="stack-list">
              {waiting.map((item) => (
                <li key={item.key}>
                  {queuedCard(item, (event) => open({ key: queuedKey(item.key), row: null }, event))}
                </li>
              ))}
            </ul>
          </section>
        )}
      </>
    ),
    children: content,
  };
}

/** A history of up to this many entries needs no filters. */
const MAX_UNFILTERED = 3;

const NONE: readonly [] = [];

const nameOf = ({ id }: { id: string }): string => id;
const keysOf = (rows: readonly { id: string }[]): string[] => itemKeys(rows, nameOf);

const QUEUED = 'queued ';
/** The key under which a queued item is open. */
const queuedKey = (key: string) => `${QUEUED}${key}`;
/** The item's own key; null for a row's. */
export const queuedIn = (opened: string): string | null =>
  opened.startsWith(QUEUED) ? opened.slice(QUEUED.length) : null;
