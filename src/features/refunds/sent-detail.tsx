import type { Refund } from '#contract/refunds.ts';
import { useQueue } from '#outbox/hooks.ts';
import { caseStatus } from '#rules/case-status.ts';
import { refundTitle } from '#rules/refund-form.ts';
import { refundMeaning } from '#rules/refunds.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Pill } from '#ui/pill.tsx';
import { AddDocument } from './add-document.tsx';
import styles from './detail-screen.module.css';
import { Facts } from './facts.tsx';
import { queuedDocuments } from './queue-of-policy.ts';
import { QueuedDocuments } from './queued-documents.tsx';
import { refundFacts } from './refund-facts.ts';
import { SentDocuments } from './sent-documents.tsx';

interface SentDetailProps {
  refund: Refund;
  policyId: string;
  /** Names the draft of a document that was picked while the request still waited. */
  draftId?: string;
}

/** H2.47 to H2.49: a refund the insurer has. */
export function SentDetail({ refund, policyId, draftId = `refund-document/${refund.id}` }: SentDetailProps) {
  const locale = useLocale();
  const status = caseStatus(refund.idEstado);
  const { meaning, next } = refundMeaning(refund);
  const waiting = queuedDocuments(useQueue(), { refundId: refund.id });
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <section className={styles.status} aria-label="Estado">
          <div className={styles.headline}>
            <p className={styles.title} dir="auto">
              {refundTitle(refund)}
            </p>
            <Pill tone={status.tone}>{status.text}</Pill>
          </div>
          <p className={styles.meaning}>{meaning}</p>
          <p className={styles.nextStep}>{next}</p>
        </section>
        <section className={styles.documents} aria-labelledby="documents">
          <h2 id="documents" className={styles.heading}>
            Documentos
          </h2>
          <SentDocuments documents={refund.documentos} refundId={refund.id} />
          <QueuedDocuments items={waiting} policyId={policyId} />
          {refund.documentos.length === 0 && waiting.length === 0 && (
            <p className={styles.none}>Este reembolso aún no tiene documentos.</p>
          )}
          <AddDocument
            draftId={draftId}
            policyId={policyId}
            fields={{ idReembolso: refund.id, CaseNumber: refund.CaseNumber }}
            patient={refund.paciente}
          />
        </section>
      </div>
      <div className={styles.column}>
        {refundFacts(refund, locale).map(({ title, facts }) => (
          <Facts key={title} title={title} facts={facts} />
        ))}
      </div>
    </div>
  );
}
