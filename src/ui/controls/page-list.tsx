import { type RefObject, useEffect, useRef } from 'react';
import { useMovedRows } from '../hooks/moved-rows.ts';
import { IconButton } from './button.tsx';
import { type Box, FramedPicture } from './framed-picture.tsx';
import styles from './page-list.module.css';

export interface PageControls {
  enlarge: string;
  turn: string;
  up: string;
  down: string;
  remove: string;
}

interface PageRow {
  title: string;
  /** Beside the title: what could be better about it. */
  note?: string;
  /** Address of its picture; undefined until it is there. */
  picture: string | undefined;
  /** What four corners stand around on it. */
  box?: Box | null;
  names: PageControls;
  onEnlarge: () => void;
  onTurn: () => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

interface PageListProps {
  label: string;
  pages: readonly PageRow[];
  /** Another one after each change of the pages. */
  version: unknown;
}

/** The pages of one paper in their order. Each is turned, moved and removed by buttons that name it. */
export function PageList({ label, pages, version }: PageListProps) {
  const list = useRef<HTMLOListElement>(null);
  const focusAfter = useFocusAfter(list, version);
  const moves = useMovedRows(version);
  const focusWith = (index: number, control: string) => {
    moves();
    focusAfter(index, control);
  };
  return (
    <ol ref={list} className={styles.pages} aria-label={label}>
      {pages.map(({ title, note, picture, box, names, onEnlarge, onTurn, onMove, onRemove }, index) => {
        const move = (by: 1 | -1) => () => {
          focusWith(index + by, by < 0 ? 'up' : 'down');
          onMove(by);
        };
        return (
          <li key={title} className={styles.page}>
            <button type="button" className={styles.picture} aria-label={names.enlarge} onClick={onEnlarge}>
              {picture && <FramedPicture address={picture} box={box} />}
            </button>
            <p className={styles.title}>
              {title}
              {note && <span className={styles.note}>{note}</span>}
            </p>
            <span className={styles.controls}>
              <IconButton icon="turn" label={names.turn} onClick={onTurn} />
              <IconButton icon="up" label={names.up} data-control="up" disabled={index === 0} onClick={move(-1)} />
              <IconButton
                icon="down"
                label={names.down}
                data-control="down"
                disabled={index === pages.length - 1}
                onClick={move(1)}
              />
              <IconButton
                icon="x"
                label={names.remove}
                data-control="remove"
                onClick={() => {
                  focusWith(Math.min(index, pages.length - 2), 'remove');
                  onRemove();
                }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The focus goes with the page that was moved, and to the one that took the place of a removed page. */
function useFocusAfter(list: RefObject<HTMLOListElement | null>, version: unknown) {
  const next = useRef<{ index: number; control: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages have changed, and with them whose buttons these are.
  useEffect(() => {
    const row = next.current && list.current?.children[next.current.index];
    const usable = row ? [...row.querySelectorAll<HTMLButtonElement>('[data-control]:not([aria-disabled])')] : [];
    (usable.find(({ dataset }) => dataset.control === next.current?.control) ?? usable[0])?.focus();
    next.current = null;
  }, [version]);
  return (index: number, control: string) => {
    next.current = { index, control };
  };
}
