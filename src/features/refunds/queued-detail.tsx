import { documentDraft } from '#outbox/commands.ts';
import { useQueue } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { queuedWords } from '#requests/queue-words.ts';
import { QueuedActions } from '#requests/queued-actions.tsx';
import { QueuedProgress } from '#requests/queued-progress.tsx';
import { refund } from '#requests/refund.ts';
import { sizeText } from '#rules/numbers.ts';
import { refundFields } from '#rules/refund-form.ts';
import { useLocale } from '#screens/use-locale.ts';
import { classNames } from '#ui/base/class-names.ts';
import { FileSlot } from '#ui/controls/file-slot.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { AddDocument } from './add-document.tsx';
import { DetailHead } from './detail-head.tsx';
import styles from './detail-screen.module.css';
import { Facts } from './facts.tsx';
import { queuedDocuments } from './queue-of-policy.ts';
import { QueuedDocuments } from './queued-documents.tsx';
import { queuedRefund, refundFacts } from './refund-facts.ts';
import { refusedFields } from './refused-fields.ts';
import { usePatientNames } from './use-patient-names.ts';

interface QueuedDetailProps {
  item: QueuedItem;
  policyId: string;
  /** Whether it was sent while a document is being added: what can be done about it in the queue is over. */
  isSent: boolean;
  onAdding: (isAdding: boolean) => void;
}

/** A queued refund: its state, its content and the actions that are left. */
export function QueuedDetail({ item, policyId, isSent, onAdding }: QueuedDetailProps) {
  const locale = useLocale();
  const words = queuedWords(item, useOnline(), refund.noun);
  const sizes = Object.fromEntries(item.files.map(({ field, size }) => [field, size]));
  const refused = item.state === 'refused' ? refusedFields(item.problem, sizes) : {};
  const waiting = isSent ? 'sent' : 'waiting';
  const patient = usePatientNames(policyId)(queuedRefund(item.fields));
  const documents = queuedDocuments(useQueue(), { key: item.key });
  return (
    <div className="stack-5">
      <DetailHead
        refund={queuedRefund({ ...item.fields, ...item.label })}
        patient={patient}
        status={
          isSent ? null : (
            <Pill tone={words.tone} icon={words.tone === 'bad' ? 'alert' : 'clock'}>
              {words.pill}
            </Pill>
          )
        }
      />
      {!isSent && (
        <section className={styles.status} aria-label="Estado">
          <p>{words.text}</p>
          <QueuedProgress item={item} />
          <QueuedActions item={item} />
        </section>
      )}
      <div className={classNames('stack-5', styles.columns)}>
        <section className="stack-list" aria-labelledby="documents">
          <h2 id="documents">Documentos</h2>
          <div className={styles.documents}>
            <ul className={styles.files}>
              {item.files.map((file) => (
                <li key={file.field}>
                  <p className={styles.kind}>{refundFields[file.field as keyof typeof refundFields]?.label}</p>
                  <FileSlot
                    name={file.name}
                    size={sizeText(file.size, locale)}
                    state={refused[file.field] ? 'attention' : waiting}
                  />
                </li>
              ))}
            </ul>
            <QueuedDocuments items={documents} policyId={policyId} />
            <AddDocument
              draftId={documentDraft(item.key)}
              policyId={policyId}
              fields={{}}
              dependsOn={item.key}
              patient={item.fields.paciente ?? ''}
              onOpen={onAdding}
            />
          </div>
        </section>
        <div className="stack-5">
          {refundFacts(queuedRefund(item.fields), patient, locale).map(({ title, facts }) => (
            <Facts key={title} title={title} facts={facts} />
          ))}
        </div>
      </div>
    </div>
  );
}
