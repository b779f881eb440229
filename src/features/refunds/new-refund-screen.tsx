import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CorrectRefund } from './correct-refund.tsx';
import { RefundJourney } from './refund-journey.tsx';
import { RefundReceived } from './refund-received.tsx';
import { useOutcomeToasts } from './use-outcome-toasts.ts';
import { useSteps } from './use-steps.ts';

/** H2.5: a new request, one that is being corrected, or the confirmation of one that was handed in (H2.41). */
export function NewRefundScreen() {
  const { policyId } = useParams({ from: '/app/reembolsos/añadir/$policyId' });
  const steps = useSteps(policyId);
  const [handedIn, setHandedIn] = useState<string | null>(null);
  useOutcomeToasts();

  const sent = steps.sent ?? handedIn;
  if (sent !== null) return <RefundReceived key={sent} sentKey={sent} policyId={policyId} />;
  const onSent = (key: string) => {
    // Shown at once, while the history is still walking back out of the steps.
    setHandedIn(key);
    void steps.finish(key).then(() => setHandedIn(null));
  };
  if (steps.editing !== null) {
    return (
      <CorrectRefund key={steps.editing} queuedKey={steps.editing} policyId={policyId} steps={steps} onSent={onSent} />
    );
  }
  return (
    <RefundJourney key={policyId} policyId={policyId} steps={steps} draftId={`refund/${policyId}`} onSent={onSent} />
  );
}
