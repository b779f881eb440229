import { useNavigate } from '@tanstack/react-router';
import type { Refund } from '#contract/refunds.ts';
import { usePolicy } from '#mirror/hooks.tsx';
import { useQueue } from '#outbox/hooks.ts';
import { caseStatus } from '#rules/case-status.ts';
import { today } from '#rules/dates.ts';
import { ticketPolicies, whereToWrite } from '#rules/policies.ts';
import { refundTimeline } from '#rules/refund-timeline.ts';
import { refundMeaning, refundNext } from '#rules/refunds.ts';
import { useLocale } from '#screens/use-locale.ts';
import { contactEmail } from '#settings/settings.ts';
import { classNames } from '#ui/base/class-names.ts';
import { tintOf } from '#ui/base/tone.ts';
import { Button } from '#ui/controls/button.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import { useWide } from '#ui/hooks/media.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { AddDocument } from './add-document.tsx';
import { DetailHead } from './detail-head.tsx';
import styles from './detail-screen.module.css';
import { Facts } from './facts.tsx';
import { queuedDocuments } from './queue-of-policy.ts';
import { QueuedDocuments } from './queued-documents.tsx';
import { refundFacts } from './refund-facts.ts';
import { SentDocuments } from './sent-documents.tsx';
import { Timeline } from './timeline.tsx';
import { usePatientNames } from './use-patient-names.ts';

interface SentDetailProps {
  refund: Refund;
  policyId: string;
  /** Id of the draft of a document that was picked while the refund was queued. */
  draftId?: string;
}

/** H2.47 to H2.49: a sent refund: amount, status and what comes next, then its facts. */
export function SentDetail({ refund, policyId, draftId = `refund-document/${refund.id}` }: SentDetailProps) {
  const locale = useLocale();
  const wide = useWide();
  const online = useOnline();
  const meaning = refundMeaning(refund);
  const next = refundNext(refund, whereToWrite(usePolicy(policyId), contactEmail));
  const status = caseStatus(refund.idEstado);
  const waiting = queuedDocuments(useQueue(), { refundId: refund.id });
  const patient = usePatientNames(policyId)(refund);
  const [about, ...others] = refundFacts(refund, patient, locale);
  const actions = <CaseActions refund={refund} policyId={policyId} />;
  return (
    <div className="stack-5">
      <DetailHead
        refund={refund}
        patient={patient}
        status={<Pill tone={status.tone}>{status.text}</Pill>}
        aside={wide ? actions : undefined}
      />
      <section className={styles.status} aria-label="Estado">
        <Timeline stops={refundTimeline(refund, today(new Date()), locale)} />
        <p className={classNames(styles.nextStep, tintOf(status.tone === 'bad' ? 'neutral' : 'ceiba'))}>
          {wide && <b>{meaning} </b>}
          {next}
        </p>
      </section>
      <div className={classNames('stack-5', styles.columns)}>
        <div className="stack-5">
          <section className="stack-list" aria-labelledby="documents">
            <div className="ends">
              <h2 id="documents">Documentos</h2>
              {/* Said once and here, so that no row grows when the connection goes. */}
              {!online && refund.documentos.length > 0 && <p className="soft small">Necesita conexión</p>}
            </div>
            <div className={styles.documents}>
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
            </div>
          </section>
          {!wide && actions}
          {about && <Facts {...about} />}
        </div>
        <div className="stack-5">
          {others.map((one) => (
            <Facts key={one.title} {...one} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Actions of a sent refund: ask about it, or request another one like it. Both work offline. */
function CaseActions({ refund, policyId }: { refund: Refund; policyId: string }) {
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
