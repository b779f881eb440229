import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

/** Stands in the address for rows without a date, whose label is ''. */
const UNDATED = 'sin-fecha';

/**
 * The year that the address names (D86), by default the newest one when the rows were first here: what comes in the next January does
 * not turn the page. Another choice replaces the entry, so that Back leaves the screen.
 *
 * @param years labels, the newest first
 * @param isWhole whether the newest is known; what is read first may be of any year
 */
export function useYear(years: readonly string[], isWhole = true): [year: string, choose: (year: string) => void] {
  const navigate = useNavigate();
  const named = useSearch({ strict: false, select: (search) => (search as { ano?: string }).ano });
  const [newest] = years;
  const [opened, setOpened] = useState(isWhole ? newest : undefined);
  if (opened === undefined && newest !== undefined && isWhole) setOpened(newest);
  const choose = (year: string) =>
    void navigate({ to: '.', search: { ano: year || UNDATED } as never, replace: true, resetScroll: false });
  if (named !== undefined) return [named === UNDATED ? '' : named, choose];
  return [opened !== undefined && years.includes(opened) ? opened : (newest ?? ''), choose];
}
