import { useState } from 'react';
import * as v from 'valibot';
import type { Answers } from '#forms/answers.ts';
import { fileOf } from '#forms/answers.ts';
import { FileField } from '#forms/file-field.tsx';
import { fileAnswer } from '#forms/schemas.ts';
import { type Refusal, StepForm } from '#forms/step-form.tsx';
import { useDraft, useOutbox } from '#outbox/hooks.ts';
import { usePhotos } from '#photos/hooks.ts';
import { refundFileLimits } from '#rules/refund-form.ts';
import { useSession } from '#session/hooks.ts';
import styles from './detail-screen.module.css';

interface AddDocumentProps {
  draftId: string;
  policyId: string;
  /** What names the refund; empty while it is queued itself. */
  fields: { idReembolso?: string; CaseNumber?: string };
  /** Key of the queued request this document follows. */
  dependsOn?: string;
  patient: string;
}

const schema = v.object({ documento: fileAnswer('Elige un archivo') });
const failed = 'Ocurrió un error al enviar el documento';

/** H2.48, H5.4: one more document for a refund; queued like everything else, so it works without a connection. */
export function AddDocument({ draftId, policyId, fields, dependsOn, patient }: AddDocumentProps) {
  const { draft, saveFile, removeFile, flush } = useDraft(draftId);
  const session = useSession();
  const outbox = useOutbox();
  const photos = usePhotos();
  const [round, setRound] = useState(0);
  if (draft === undefined) return null;
  const kept = draft?.files.documento;
  const start: Answers = { documento: round === 0 && kept ? { ...kept, size: kept.bytes.byteLength } : null };

  const keep = (answers: Answers) => {
    const file = fileOf(answers.documento);
    void (file
      ? saveFile('documento', { bytes: file.bytes, name: file.name, type: file.type })
      : removeFile('documento'));
  };
  const send = async ({ documento }: v.InferOutput<typeof schema>): Promise<Refusal | undefined> => {
    const who = await session.open();
    if (!who) return { text: 'Tu sesión terminó. Vuelve a iniciar sesión: el archivo sigue aquí.' };
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
      },
    );
    if (queued.ok) {
      setRound(round + 1);
      return undefined;
    }
    if (queued.code === 'empty-file') return { fields: { documento: 'El archivo está vacío. Elígelo otra vez' } };
    if (queued.code === 'storage-full') {
      return { text: `${failed}: no queda espacio en este dispositivo. Libera espacio e inténtalo de nuevo.` };
    }
    return { text: failed };
  };

  return (
    <div className={styles.add}>
      <StepForm
        key={round}
        answers={start}
        schema={schema}
        onAnswers={keep}
        onContinue={send}
        continueLabel="Enviar documento"
      >
        <FileField
          name="documento"
          label="Añadir un documento"
          photos={photos}
          limit={refundFileLimits.documento}
          accepted={['pdf', 'jpeg', 'png']}
          onBeforePick={flush}
        />
      </StepForm>
    </div>
  );
}
