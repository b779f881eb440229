import { useNavigate } from '@tanstack/react-router';
import type { Refund } from '#contract/refunds.ts';
import { usePolicy } from '#mirror/hooks.tsx';
import { ticketPolicies } from '#rules/policies.ts';
import { Button } from '#ui/button.tsx';
import { useWide } from '#ui/media.ts';

/** Actions of a sent refund: ask about it, or request another one like it. Both work offline. */
export function CaseActions({ refund, policyId }: { refund: Refund; policyId: string }) {
  const navigate = useNavigate();
  const size = useWide() ? 'small' : 'normal';
  const policy = usePolicy(policyId);
  // H6.3: some policies have no help in the app.
  const helped = policy !== null && policy !== undefined && ticketPolicies([policy]).length > 0;
  const ask = () =>
    navigate({ to: '/app/configuraciones/ayuda/crear', state: { ticketAbout: { policyId, refundId: refund.id } } });
  const repeat = () =>
    navigate({ to: '/app/reembolsos/añadir/$policyId', params: { policyId }, state: { refundRepeat: refund.id } });
  return (
    <div className="stack-2">
      {helped && (
        <Button look="line" size={size} icon="chat" onClick={() => void ask()}>
          Preguntar por este caso
        </Button>
      )}
      <Button look="quiet" size={size} icon="refund" onClick={() => void repeat()}>
        Repetir este reembolso
      </Button>
    </div>
  );
}
