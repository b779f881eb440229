import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CorrectRequest } from '#requests/correct-request.tsx';
import { newRefundDraft } from '#requests/open-drafts.ts';
import { refund } from '#requests/refund.ts';
import { RequestReceived } from '#requests/request-received.tsx';
import { PageHeader } from '#ui/base/page-header.tsx';
import styles from './new-refund.module.css';
import { RefundJourney } from './refund-journey.tsx';
import { RepeatRefund } from './repeat-refund.tsx';
import { useSteps } from './use-steps.ts';

/** H2.5: a new request, a request that is being corrected, or the confirmation of a queued one (H2.41). */
export function NewRefundScreen() {
  const { policyId } = useParams({ from: '/app/reembolsos/añadir/$policyId' });
  // A link may lead to another policy's request at once.
  return <NewRefund key={policyId} policyId={policyId} />;
}

function NewRefund({ policyId }: { policyId: string }) {
  const steps = useSteps(policyId);
  const [queuedKey, setQueuedKey] = useState<string | null>(null);
  const [repeated, setRepeated] = useState(false);

  const sent = steps.sent ?? queuedKey;
  if (sent !== null) return <RequestReceived key={sent} kind={refund} sentKey={sent} policyId={policyId} />;
  const onSent = (key: string) => {
    // The confirmation is shown while the history still goes back over the steps' entries.
    setQueuedKey(key);
    void steps.finish(key).then(() => setQueuedKey(null));
  };
  if (steps.repeat !== null) {
    const begin = (filledIn: boolean) => {
      setRepeated(filledIn);
      steps.begin();
    };
    return (
      <RepeatRefund
        key={steps.repeat}
        policyId={policyId}
        refundId={steps.repeat}
        onBack={steps.back}
        onReady={begin}
      />
    );
  }
  const journey = { policyId, steps, onSent, repeated };
  if (steps.editing === null) return <RefundJourney {...journey} draftId={newRefundDraft(policyId)} />;
  return (
    <CorrectRequest
      key={steps.editing}
      kind={refund}
      queuedKey={steps.editing}
      policyId={policyId}
      onSent={onSent}
      frame={(shown) => (
        <main className={styles.screen}>
          <PageHeader title="Corregir solicitud" onBack={steps.back} />
          {shown}
        </main>
      )}
    >
      {(correcting, draftId) => <RefundJourney {...journey} draftId={draftId} correcting={correcting} />}
    </CorrectRequest>
  );
}
