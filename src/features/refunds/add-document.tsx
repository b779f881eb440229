import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';
import { fileOf } from '#forms/answers.ts';
import type { Refusal } from '#forms/refusal.ts';
import { RefusedWords } from '#forms/refused-words.tsx';
import { fileAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import type { EditableItem } from '#outbox/withdraw.ts';
import { ElsewhereNote } from '#requests/elsewhere-note.tsx';
import { refundDocument } from '#requests/refund-document.ts';
import { type FormShape, useFormDraft } from '#requests/use-form-draft.ts';
import { useHandIn } from '#requests/use-hand-in.ts';
import { MEGABYTE } from '#rules/files.ts';
import { refundFileLimits } from '#rules/refund-form.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Button } from '#ui/controls/button.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { focusIfLost } from '#ui/hooks/title-focus.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import styles from './detail-screen.module.css';
import { PaperField } from './paper-field.tsx';
import { paperLabels } from './paper-labels.ts';
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
  /** Told whether its form is open. */
  onOpen?: (isOpen: boolean) => void;
}

const schema = v.object({ documento: fileAnswer('Elige un archivo') });
const fieldNames = ['documento'];
const accepted = ['pdf', 'jpeg', 'png'] as const;
/** The form or its row has taken the other's place, and the focused element went with it. */
const focusFirst = (box: HTMLElement | null) => focusIfLost(box?.querySelector<HTMLElement>('input, button') ?? null);

type DocumentAnswers = v.InferOutput<typeof schema> | { documento: null };

/** How it lies in its draft: as a file, and of which refund it is, so that Pendientes can open it. */
const shapeOf = ({
  policyId,
  fields,
  patient,
}: Pick<AddDocumentProps, 'policyId' | 'fields' | 'patient'>): FormShape<DocumentAnswers> => ({
  read: ({ files }) => (files.documento ? answerOf(files.documento) : null),
  stored: () => ({ poliza: policyId, paciente: patient, ...fields }),
  files: ({ documento }) => (documento ? { documento } : {}),
  withAnswers: (_before, { documento }) => answerOf(documento),
  isSame: (one, other) => one.documento?.bytes === other.documento?.bytes,
});
const answerOf = (file: unknown): DocumentAnswers => ({ documento: fileOf(file) });

/** The customer typed none of the other fields, so their texts stand together. */
function aboutDocument({ text, fields }: Refusal): Refusal {
  if (!fields) return { ...(text !== undefined && { text }) };
  const { documento, ...others } = fields;
  if (documento !== undefined) return { fields: { documento } };
  return { text: [refundDocument.toasts.refused, ...Object.values(others)].join('. ') };
}

/** H2.48, H5.4: one more document for a refund. It is queued, so it works offline. */
export function AddDocument({ draftId, policyId, fields, dependsOn, patient, correcting, onOpen }: AddDocumentProps) {
  const queuedFile = correcting?.item.files.documento;
  const draft = useFormDraft(draftId, shapeOf({ policyId, fields, patient }), answerOf(queuedFile));
  const { began, round } = draft;
  const locale = useLocale();
  const [refused] = useState(() =>
    refusedDocument(correcting?.item.problem ?? null, queuedFile?.bytes.byteLength ?? 0),
  );
  const [open, setOpen] = useState(false);
  const isOpen = began !== undefined && (open || began.documento !== null);
  const tell = useEffectEvent(() => onOpen?.(isOpen));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it opens or closes
  useEffect(() => tell(), [isOpen]);
  const cancelling = useBusy(async () => {
    await draft.discard();
    correcting?.onCancel();
  });
  const handIn = useHandIn(refundDocument, {
    ...{ draftId, draft, correcting },
    onSent() {
      setOpen(false);
      correcting?.onSent();
    },
  });
  if (began === undefined) return null;
  // A form with a file picked earlier is open from the start.
  if (!isOpen) return <ClosedForm returning={round > 1} onOpen={() => setOpen(true)} />;

  const send = async (files: v.InferOutput<typeof schema>) => {
    const refusal = await handIn({
      ...{ fields, files },
      policy: policyId,
      label: {
        ...{ documento: files.documento.name, paciente: patient },
        ...paperLabels(files, locale),
        ...(fields.CaseNumber && { caso: fields.CaseNumber }),
      },
      ...(dependsOn !== undefined && { dependsOn }),
    });
    return refusal && aboutDocument(refusal);
  };

  return (
    <div ref={open ? focusFirst : undefined} className={styles.add}>
      <StepForm
        key={round}
        answers={began}
        schema={schema}
        {...draft.ofStep}
        onContinue={send}
        continueLabel="Enviar documento"
        incompleteText="Elige primero el archivo que quieres enviar."
        {...(correcting && {
          aside: (
            <Button look="quiet" loading={cancelling.busy} onClick={cancelling.run}>
              Cancelar
            </Button>
          ),
        })}
      >
        <PaperField
          name="documento"
          label={correcting ? 'Cambiar el documento' : 'Añadir un documento'}
          accepted={accepted}
          onBeforePick={draft.flush}
        />
        <ElsewhereNote kind={refundDocument} draft={draft} onlyGone />
        {/* The refusal is about the queued file, not about one picked since. */}
        {began.documento?.bytes === queuedFile?.bytes && <RefusedWords texts={refused} fields={fieldNames} />}
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
