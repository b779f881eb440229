import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { travel } from '#history/entries.ts';

/** H2.26, as the spec spells it. */
export const NO_POLICIES_TO_SHOW = 'No hay polizas para mostrar.';

/**
 * Opens and closes the policy list through the address (`showing`, H2.19). Opening adds an entry, and closing goes back over
 * it before it changes the address. So no later Back reopens the list.
 */
export function usePolicyList() {
  const navigate = useNavigate({ from: '/app/' });
  const { history, buildLocation } = useRouter();
  const isLeaving = useRef(false);

  const leave = async (poliza?: string) => {
    // The step back of the first press is under way. A second step back would leave home.
    if (isLeaving.current) return;
    isLeaving.current = true;
    const back = hasListEntry(history.location.state);
    const search = (before: { poliza?: string | undefined }) => ({
      poliza: poliza ?? before.poliza,
      showing: undefined,
    });
    const { href } = buildLocation({ to: '/app', search });
    if (back) await travel(-1, poliza === undefined ? undefined : href);
    isLeaving.current = false;
    // The customer has followed a link to another page.
    if (history.location.pathname.replace(/\/$/, '') !== '/app' || (back && poliza === undefined)) return;
    // The step back wrote it, unless the browser dropped that step.
    if (history.location.href === href) return;
    void navigate({ search, replace: true, resetScroll: false });
  };

  return {
    open: () =>
      void navigate({
        search: (before) => ({ ...before, showing: 'true' }),
        state: { policyList: true } as object,
        resetScroll: false,
      }),
    close: () => void leave(),
    choose: (index: number) => void leave(String(index)),
  };
}

/** Whether the list has an entry of its own, so that Back closes it. A typed address has none. */
export const hasListEntry = (state: object): boolean => 'policyList' in state;
