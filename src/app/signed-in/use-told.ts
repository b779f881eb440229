import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Policy } from '#contract/policies.ts';
import { bills, documents, refunds, tickets } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { isInArrears } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';

interface Told {
  aviso?: string | undefined;
  de?: string | undefined;
  caso?: string | undefined;
}

/**
 * Follows a tapped push: '/app?aviso=solicitudes&de=…&caso=…' opens the refund as soon as the policies are known. The screen
 * then asks the server, however fresh its rows are, because the push says that something changed.
 *
 * @param policies null while they are not known
 */
export function useTold(policies: readonly Policy[] | null): void {
  const navigate = useNavigate();
  const mirror = useMirror();
  const { aviso, de, caso } = useRouterState({ select: ({ location }) => location.search as Told });
  const policy = policies?.find(({ Policy: id }) => id === de);
  // The push may be about another customer's policy, or about one that ended. Home stays then.
  const isOwn = de === undefined || policy !== undefined;
  const ready = aviso !== undefined && policies !== null;
  const go = useEffectEvent(async () => {
    // Home stays in the history, so that Back leads to it.
    const home = navigate({ to: '/app', replace: true });
    if (aviso === 'solicitudes' && policy && caso !== undefined) {
      await Promise.all([home, mirror.expectChange(refunds, policy.Policy)]);
      await navigate({ ...screens.refundDetail, state: { refund: { policyId: policy.Policy, refundId: caso } } });
    } else if (aviso === 'solicitudes' && isOwn) {
      await Promise.all([home, mirror.expectChange(tickets)]);
      await navigate(screens.help);
    } else if (aviso === 'facturas' && policy) {
      await Promise.all([home, mirror.expectChange(bills, policy.Policy)]);
      await navigate(screens.invoices(policy, isInArrears(policy)));
    } else if (aviso === 'documentos' && policy) {
      await Promise.all([home, mirror.expectChange(documents, policy.Policy)]);
      await navigate(screens.documents(policy.Policy));
    } else if (aviso === 'seguridad') {
      await home;
      await navigate(screens.settings);
    }
  });
  useEffect(() => {
    if (ready) void go();
  }, [ready]);
}
