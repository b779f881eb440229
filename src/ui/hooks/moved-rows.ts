import { useLayoutEffect, useRef } from 'react';
import { ignoreSecondPress } from './second-press.ts';

/**
 * For rows that a press removes or moves: once they are drawn anew, another row's button lies under the finger, and the second
 * press of a double press was not meant for it.
 *
 * @param rows another value for other rows
 * @returns what a press on such a button calls
 */
export function useMovedRows(rows: unknown): () => void {
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have changed, and with them what lies under the finger.
  useLayoutEffect(() => {
    if (pressed.current) ignoreSecondPress();
    pressed.current = false;
  }, [rows]);
  return () => {
    pressed.current = true;
  };
}
