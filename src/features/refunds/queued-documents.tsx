import { useEffect, useRef, useState } from 'react';
import { useOutbox, useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { EditableItem } from '#outbox/withdraw.ts';
import { queuedWords } from '#requests/queue-words.ts';
import { QueuedActions } from '#requests/queued-actions.tsx';
import { refundDocument } from '#requests/refund-document.ts';
import { useWithdrawalToast } from '#requests/use-queued-actions.ts';
import { sizeText } from '#rules/numbers.ts';
import { useLocale } from '#screens/use-locale.ts';
import { FileSlot } from '#ui/controls/file-slot.tsx';
import { focusIfLost } from '#ui/hooks/title-focus.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { AddDocument } from './add-document.tsx';
import styles from './detail-screen.module.css';
import { documentsState } from './queue-of-policy.ts';

/** The refund's queued documents. */
export function QueuedDocuments({ items, policyId }: { items: readonly QueuedItem[]; policyId: string }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.files}>
      {items.map((item) => (
        <li key={item.key}>
          <OneQueued item={item} policyId={policyId} />
        </li>
      ))}
    </ul>
  );
}

function OneQueued({ item, policyId }: { item: QueuedItem; policyId: string }) {
  const outbox = useOutbox();
  const tell = useWithdrawalToast(item.command);
  const sent = useProgress(item.key);
  const locale = useLocale();
  const words = queuedWords(item, useOnline(), refundDocument.noun);
  const [changing, setChanging] = useState<{ item: EditableItem; wasRefused: boolean } | null>(null);
  const [file] = item.files;
  const box = useRef<HTMLDivElement>(null);
  // Form and buttons replace each other here, so the pressed element disappears and the focus must move.
  const isOpen = changing !== null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current !== isOpen) focusIfLost(box.current);
    wasOpen.current = isOpen;
  }, [isOpen]);

  const change = async () => {
    const opened = await outbox.beginEdit(item.key);
    if (opened.ok) return setChanging({ item: opened.value, wasRefused: item.state === 'refused' });
    tell(opened);
  };
  const leave = () => {
    // Editing held the item back. Unless it was refused, it is sent as it was.
    if (changing && !changing.wasRefused) void outbox.sendNow(item.key).then(tell);
    setChanging(null);
  };

  if (changing) {
    return (
      <div ref={box} tabIndex={-1}>
        <ChangeDocument
          item={item}
          changing={changing.item}
          policyId={policyId}
          onClose={() => setChanging(null)}
          onCancel={leave}
        />
      </div>
    );
  }
  return (
    <div ref={box} tabIndex={-1} className="stack-2">
      <FileSlot
        name={file?.name ?? 'Documento'}
        {...(file && { size: sizeText(file.size, locale) })}
        state={documentsState([item]) === 'attention' ? 'attention' : 'waiting'}
        {...(typeof sent === 'number' && { progress: Math.round(sent * 100) })}
      />
      <p className={styles.none}>{words.text}</p>
      <QueuedActions item={item} correctHere={{ label: 'Cambiar archivo', open: () => void change() }} />
    </div>
  );
}

interface ChangeDocumentProps {
  item: QueuedItem;
  changing: EditableItem;
  policyId: string;
  onClose: () => void;
  onCancel: () => void;
}

/** Replaces the file of a queued document (F9). */
function ChangeDocument({ item, changing, policyId, onClose, onCancel }: ChangeDocumentProps) {
  const { idReembolso, CaseNumber } = changing.fields;
  return (
    <AddDocument
      draftId={refundDocument.draft(item.key)}
      policyId={item.policy ?? policyId}
      fields={{ ...(idReembolso !== undefined && { idReembolso }), ...(CaseNumber !== undefined && { CaseNumber }) }}
      {...(changing.dependsOn !== null && { dependsOn: changing.dependsOn })}
      patient={changing.label.paciente ?? ''}
      correcting={{ key: item.key, item: changing, onSent: onClose, onCancel }}
    />
  );
}
