import { useStore } from '@tanstack/react-form';
import { useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import type { PersonalField } from '#countries/personal-information.ts';
import type { Answers } from '#forms/answers.ts';
import { useStep } from '#forms/form-context.ts';
import { answersCheckedBy } from '#forms/schemas.ts';
import { type Refusal, StepForm } from '#forms/step-form.tsx';
import type { Unkept } from '#forms/unkept-note.tsx';
import { personalInformation } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { today } from '#rules/dates.ts';
import { answersFromInformation, askedFields, changeFrom, personalProblems } from '#rules/personal-answers.ts';
import { wordsFor } from '#rules/problem-words.ts';
import type { Given } from '#rules/wizard.ts';
import type { Country, Lists } from '#rules/wizard-country.ts';
import { useSession } from '#session/hooks.ts';
import { Button } from '#ui/button.tsx';
import { useStillHere } from '#ui/still-here.ts';
import { useToast } from '#ui/toasts.tsx';
import { type KeptEdit, withKept } from './kept-edit.ts';
import styles from './personal-information.module.css';
import { PersonalQuestion } from './personal-question.tsx';

interface EditFormProps {
  fields: readonly PersonalField[];
  country: Country;
  info: PersonalInformation;
  lists: Lists;
  kept: KeptEdit | null;
  onAnswers: (answers: Answers) => void;
  unkept: Unkept | null;
  onClose: () => void;
}

/** The questions of one card with Guardar and Cancelar. What was typed survives a failure; a refusal stands at its field. */
export function EditForm({ fields, country, info, lists, kept, onAnswers, unkept, onClose }: EditFormProps) {
  const session = useSession();
  const mirror = useMirror();
  const toast = useToast();
  const stillHere = useStillHere();
  // What the editor opened with: a refresh behind it must not move what the customer is changing.
  const [before] = useState(() => answersFromInformation(fields, info, lists));
  const [start] = useState(() => withKept(fields, before, kept));
  const schema = answersCheckedBy((given) =>
    // A spouse is told apart from the customer by their number.
    personalProblems(country, fields, before, { nif: info.nif, ...given }, { today: today(new Date()), lists }),
  );

  const save = async (given: Given): Promise<Refusal | undefined> => {
    const who = await session.open();
    if (!who) return { text: 'Tu sesión terminó. Vuelve a iniciar sesión para guardar.' };
    const change = changeFrom(fields, before, given, lists);
    const saved = await session.call('updatePersonalInformation', { id: who.idUsuario, ...change });
    if (!saved.ok) return refusalOf(saved.problem);
    await mirror.takeOver(personalInformation, [saved.value], who.owner);
    toast({ text: 'Información actualizada con éxito' });
    // Closed meanwhile: the editor that is open now is another one, with what was typed in it.
    if (stillHere()) onClose();
    return undefined;
  };

  return (
    <StepForm
      answers={start}
      schema={schema}
      onAnswers={onAnswers}
      unkept={unkept}
      onContinue={save}
      continueLabel="Guardar"
      aside={
        <Button look="quiet" onClick={onClose}>
          Cancelar
        </Button>
      }
    >
      {kept && (
        <p className={styles.kept} role="status">
          Recuperamos lo que escribiste.
        </p>
      )}
      <Questions fields={fields} lists={lists} before={before} sexo={info.sexo} />
    </StepForm>
  );
}

interface QuestionsProps {
  fields: readonly PersonalField[];
  lists: Lists;
  before: Given;
  /** Decides how the options read; it is asked of nobody here. */
  sexo: string;
}

/** Only what the answers so far ask for. */
function Questions({ fields, lists, before, sexo }: QuestionsProps) {
  const { form } = useStep();
  const values = useStore(form.store, (state) => state.values);
  const given: Given = { ...values, sexo };
  return askedFields(fields, given).map((field) => (
    <PersonalQuestion key={field.name} field={field} fields={fields} given={given} before={before} lists={lists} />
  ));
}

function refusalOf(problem: Parameters<typeof wordsFor>[0]): Refusal {
  const fields = problem.fields ?? {};
  return Object.keys(fields).length > 0 ? { fields } : { text: wordsFor(problem) };
}
