import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Opens and closes the policy list through the address (`showing`, H2.19). The dialog adds an entry of its own to the
 * history. Closing goes back over that entry first, then changes the address. So no later Back reopens the list.
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
    // The customer has followed a link to another page.
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
    // The step back of the first press is under way. A second step back would leave home.
    if (picked.current !== null) return;
    picked.current = String(index);
    close();
  };

  return { open, close, choose };
}
