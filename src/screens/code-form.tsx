import { type Ref, useState } from 'react';
import * as v from 'valibot';
import type { PersonalInformationPart } from '#contract/account.ts';
import type { Problem } from '#contract/result.ts';
import type { Refusal } from '#forms/refusal.ts';
import { StepForm } from '#forms/step-form.tsx';
import { TextField } from '#forms/text-fields.tsx';
import { problemText } from '#rules/problem-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import styles from './code-form.module.css';
import { usePersonalChange } from './use-personal-change.ts';

/** Six digits, however they are grouped. */
const schema = v.object({
  codigo: v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\D/g, '')),
    v.regex(/^\d{6}$/, 'Escribe los 6 dígitos del código'),
  ),
});
const empty = { codigo: '' };

interface CodeFormProps {
  /** Tells where to find the code when the server sends no mails; '' when it does. */
  note: string;
  /** Called after the right code, with what the server's answer names. */
  onConfirmed: (answer: PersonalInformationPart) => void;
  ref?: Ref<HTMLDivElement>;
}

/** The form for a mailed code, with a button that sends it again. Both need the network. Typed digits stay while offline. */
export function CodeForm({ note, onConfirmed, ref }: CodeFormProps) {
  const change = usePersonalChange();
  const [said, setSaid] = useState('');

  const confirm = async ({ codigo }: v.InferOutput<typeof schema>): Promise<Refusal | undefined> => {
    setSaid('');
    const changed = await change({ codigo });
    if (!changed.ok) return refusalOf(changed.problem);
    onConfirmed(changed.value);
    return undefined;
  };
  const again = useBusy(async () => {
    // A reader hears equal words only when they were gone.
    setSaid('');
    const sent = await change({ enviarCodigo: true });
    setSaid(sent.ok ? 'Te enviamos otro código. El anterior ya no sirve.' : problemText(sent.problem));
  });

  return (
    <div ref={ref} className="stack-4 start">
      <OfflineWarning>
        Para confirmar el código necesitas conexión. Lo que escribas se queda aquí mientras vuelve.
      </OfflineWarning>
      {note && <p className="tint-ceiba note">{note}</p>}
      <StepForm
        answers={empty}
        schema={schema}
        onContinue={confirm}
        continueLabel="Confirmar"
        incompleteText="Escribe el código del correo."
        aside={
          <Button look="quiet" loading={again.busy} onClick={again.run}>
            Enviar otro código
          </Button>
        }
      >
        <TextField name="codigo" label="Código de 6 dígitos" inputMode="numeric" autoComplete="one-time-code" />
      </StepForm>
      <p className={styles.said} role="status">
        {said}
      </p>
    </div>
  );
}

function refusalOf(problem: Problem): Refusal {
  const codigo = problem.fields?.codigo;
  return codigo ? { fields: { codigo } } : { text: problemText(problem) };
}
