import { useRef, useState } from 'react';
import * as v from 'valibot';
import type { Answers } from '#forms/answers.ts';
import { fileOf } from '#forms/answers.ts';
import { ElsewhereNote } from '#forms/elsewhere-note.tsx';
import { FileField } from '#forms/file-field.tsx';
import type { Refusal } from '#forms/refusal.ts';
import { RefusedWords } from '#forms/refused-words.tsx';
import { fileAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import type { EnqueueResult } from '#outbox/enqueue.ts';
import { useDraft, useOutbox, useReceived } from '#outbox/hooks.ts';
import type { EditableItem } from '#outbox/withdraw.ts';
import { usePhotos } from '#photos/hooks.ts';
import { refundDocument } from '#requests/refund-document.ts';
import { unqueuedText } from '#requests/unqueued.ts';
import { MEGABYTE } from '#rules/files.ts';
import { refundFileLimits } from '#rules/refund-form.ts';
import { useSession } from '#session/hooks.ts';
import { paperPixels } from '#settings/settings.ts';
import { Button } from '#ui/controls/button.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { focusIfLost } from '#ui/hooks/title-focus.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import styles from './detail-screen.module.css';
import { refusedDocument } from './refused-fields.ts';

interface AddDocumentProps {
  draftId: string;
  policyId: string;
  /** The fields that name the refund; empty while the refund itself is queued. */
  fields: { idReembolso?: string; CaseNumber?: string };
  /** Key of the queued refund that must be sent first. */
  dependsOn?: string;
  patient: string;
  /** The queued document that the new one replaces. */
  correcting?: { key: string; item: EditableItem; onSent: () => void; onCancel: () => void };
}

const schema = v.object({ documento: fileAnswer('Elige un archivo') });
const fieldNames = ['documento'];
const accepted = ['pdf', 'jpeg', 'png'] as const;
/** The form has closed, and its focused element went with it. */
const focusFirst = (box: HTMLElement | null) => focusIfLost(box?.querySelector('button') ?? null);

/** What is said of a document that could not be queued. */
function refusalOf(queued: EnqueueResult & { ok: false }): Refusal {
  if (queued.code === 'empty-file') return { fields: { documento: 'El archivo está vacío. Elígelo otra vez' } };
  if (queued.code !== 'invalid') return { text: unqueuedText(refundDocument, queued.code) };
  const { documento, ...others } = queued.fields;
  // The customer typed none of the other fields, so their texts stand together.
  const text = [refundDocument.toasts.refused, ...Object.values(others)].join('. ');
  return documento === undefined ? { text } : { fields: { documento } };
}

/** H2.48, H5.4: one more document for a refund. It is queued, so it works offline. */
export function AddDocument({ draftId, policyId, fields, dependsOn, patient, correcting }: AddDocumentProps) {
  const hand = useDraft(draftId);
  const { draft, saveFile, removeFile, discard, flush } = hand;
  const session = useSession();
  const outbox = useOutbox();
  const photos = usePhotos();
  const received = useReceived();
  const [round, setRound] = useState(0);
  // Set once the correction has ended: a photo that is compressed later must not be stored.
  const ended = useRef(false);
  const latest = useRef<Answers | null>(null);
  const queuedFile = correcting?.item.files.documento;
  const [refused] = useState(() =>
    refusedDocument(correcting?.item.problem ?? null, queuedFile?.bytes.byteLength ?? 0),
  );
  const [open, setOpen] = useState(false);
  if (draft === undefined) return null;
  const kept = draft?.files.documento ?? queuedFile;
  // A form with a file picked earlier is open from the start.
  if (!open && !(kept && round === 0)) {
    return <ClosedForm returning={round > 0} onOpen={() => setOpen(true)} />;
  }
  const start: Answers = { documento: round === 0 && kept ? { ...kept, size: kept.bytes.byteLength } : null };

  const keep = (answers: Answers) => {
    latest.current = answers;
    const file = fileOf(answers.documento);
    void (file
      ? saveFile('documento', { bytes: file.bytes, name: file.name, type: file.type })
      : removeFile('documento'));
  };
  const send = async ({ documento }: v.InferOutput<typeof schema>): Promise<Refusal | undefined> => {
    const who = await session.customer();
    if (!who) return { text: unqueuedText(refundDocument, 'signed-out') };
    const { bytes, name, type } = documento;
    const queued = await outbox.enqueue(
      'refund.addDocument',
      { ...fields, idUsuario: who.idUsuario },
      { documento: { bytes, name, type } },
      {
        draftId,
        policy: policyId,
        label: { documento: name, paciente: patient, ...(fields.CaseNumber && { caso: fields.CaseNumber }) },
        ...(dependsOn !== undefined && { dependsOn }),
        ...(correcting && { replaces: correcting.key }),
      },
    );
    if (queued.ok) {
      ended.current = correcting !== undefined;
      if (correcting) correcting.onSent();
      else {
        setRound(round + 1);
        setOpen(false);
      }
      return undefined;
    }
    return refusalOf(queued);
  };

  return (
    <div className={styles.add}>
      <StepForm
        key={round}
        answers={start}
        schema={schema}
        onAnswers={keep}
        onLateAnswers={(answers) => !ended.current && keep(answers)}
        unkept={hand.unkept}
        onContinue={send}
        continueLabel="Enviar documento"
        incompleteText="Elige primero el archivo que quieres enviar."
        {...(correcting && {
          aside: (
            <Button
              look="quiet"
              onClick={() => {
                ended.current = true;
                void discard().then(correcting.onCancel);
              }}
            >
              Cancelar
            </Button>
          ),
        })}
      >
        <FileField
          name="documento"
          label={correcting ? 'Cambiar el documento' : 'Añadir un documento'}
          photos={photos}
          limit={refundFileLimits.documento}
          maxEdge={paperPixels}
          accepted={accepted}
          onBeforePick={flush}
          received={received}
        />
        <ElsewhereNote
          what={hand.elsewhere === 'gone' ? 'gone' : null}
          subject="Este documento"
          ended="se envió o se quitó"
          onGoOn={() => {
            hand.goOn();
            if (latest.current) keep(latest.current);
          }}
          onReadAgain={hand.readAgain}
        />
        {/* The refusal is about the queued file, not about one picked since. */}
        {kept === queuedFile && <RefusedWords texts={refused} fields={fieldNames} />}
      </StepForm>
    </div>
  );
}

/** The row that opens the form. `returning`: the form has just closed, so the row takes the focus. */
function ClosedForm({ returning, onOpen }: { returning: boolean; onOpen: () => void }) {
  return (
    <div ref={returning ? focusFirst : undefined}>
      <RowGroup flat>
        <Row
          icon="plus"
          tone="ceiba"
          title="Añadir un documento"
          detail={`PDF o foto, menos de ${refundFileLimits.documento / MEGABYTE} MB`}
          leads={false}
          onClick={() => {
            onOpen();
            ignoreSecondPress();
          }}
        />
      </RowGroup>
    </div>
  );
}
