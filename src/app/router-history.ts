import { createHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router';
import { tellRouter, writeScreen } from '#history/entries.ts';

/**
 * The history as the router sees it: entries of screens, with their address behind the hash. TanStack's own wraps the browser's
 * methods, takes every `popstate` for a navigation, and listens to `beforeunload`, which would delay each reload.
 */
export function createRouterHistory(): RouterHistory {
  if (!window.history.state?.__TSR_key) name(0);
  let location = locationNow();
  const write = (how: 'push' | 'replace') => (path: string, state: object) => {
    const { key, __TSR_key } = location.state;
    // What is kept by entry, such as a search, outlives another choice in the same screen's address.
    const isSame = how === 'replace' && path.split('?')[0] === location.pathname;
    writeScreen(path, isSame ? { ...state, key, __TSR_key } : state, how);
    location = locationNow();
  };
  const history = createHistory({
    getLocation: () => location,
    getLength: () => window.history.length,
    pushState: write('push'),
    replaceState: write('replace'),
    go: (by) => window.history.go(by),
    back: () => window.history.back(),
    forward: () => window.history.forward(),
    createHref: (path) => `#${path}`,
    // The browser moves later, and says so then.
    notifyOnIndexChange: false,
  });
  tellRouter({
    name: () => name(location.state.__TSR_index + 1),
    tell: () => {
      const from = location.state.__TSR_index;
      location = locationNow();
      const by = location.state.__TSR_index - from;
      history.notify(by === 1 ? { type: 'FORWARD' } : by === -1 ? { type: 'BACK' } : { type: 'GO', index: by });
    },
  });
  return history;
}

/**
 * Gives an entry that a plain link or a typed address has made a key and an index, or the router would take each visit for a
 * new entry and for the first one. State kept by entry, such as a list's scroll position, is found by that key.
 */
function name(index: number): void {
  const key = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...window.history.state, key, __TSR_key: key, __TSR_index: index }, '');
}

function locationNow(): HistoryLocation {
  const href = window.location.hash.slice(1) || '/';
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  return { href, pathname, search, hash, state: window.history.state };
}
