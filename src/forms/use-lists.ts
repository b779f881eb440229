import { useEffect, useState } from 'react';
import { loadLists } from '#countries/load-lists.ts';
import type { ListName, Lists } from '#rules/wizard-country.ts';
import { part } from '#senses/part.ts';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';

export interface LoadedLists {
  /** Those that have loaded so far. */
  lists: Lists;
  state: 'loading' | 'failed' | 'here';
  /** Loads them once more. */
  retry: () => void;
}

/** The lists that fields choose from. Each is a chunk of its own, so it may be missing without a connection. */
export function useLists(names: readonly ListName[]): LoadedLists {
  const [lists, setLists] = useState<Lists>({});
  const [state, setState] = useState<LoadedLists['state']>('loading');
  const [turn, setTurn] = useState(0);
  const [bring] = useState(() => part(loadLists));
  const wanted = names.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another try with the same lists.
  useEffect(() => {
    setState('loading');
    return untilCleanup((isCurrent) => {
      bring(wanted === '' ? [] : (wanted.split(' ') as ListName[])).then(
        (loaded) => {
          if (!isCurrent()) return;
          setLists(loaded);
          setState('here');
        },
        () => isCurrent() && setState('failed'),
      );
    });
  }, [wanted, turn]);
  return { lists, state, retry: () => setTurn((before) => before + 1) };
}
