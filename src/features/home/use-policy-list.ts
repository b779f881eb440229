import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Opens and closes the policy list through the address (`showing`, H2.19). The dialog adds an entry of its own to the history.
 * Closing steps back over it first and changes the address after that. No entry with an open list is left behind for a later
 * Back.
 */
export function usePolicyList() {
  const navigate = useNavigate({ from: '/app/' });
  const { history } = useRouter();
  const picked = useRef<string | null>(null);

  const open = () => {
    picked.current = null;
    void navigate({ search: (before) => ({ ...before, showing: 'true' }), replace: true, resetScroll: false });
  };

  const close = () => {
    if (window.history.state?.amparoLayer) return window.history.back();
    // The customer is on another page already, by a link.
    if (!history.location.search.includes('showing=')) return;
    const chosen = picked.current;
    picked.current = null;
    void navigate({
      search: (before) => ({ poliza: chosen ?? before.poliza, showing: undefined }),
      replace: true,
      resetScroll: false,
    });
  };

  const choose = (index: number) => {
    // The step back for the first press is under way; a second one would leave home.
    if (picked.current !== null) return;
    picked.current = String(index);
    close();
  };

  return { open, close, choose };
}
