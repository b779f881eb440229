import { useStore } from '@tanstack/react-form';
import { Fragment, useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import type { Answers } from '#forms/answers.ts';
import { useStep } from '#forms/form-context.ts';
import { Question } from '#forms/question.tsx';
import { type Refusal, refusalOf } from '#forms/refusal.ts';
import { answersCheckedBy } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { PasswordField } from '#forms/text-fields.tsx';
import type { Unkept } from '#forms/unkept-note.tsx';
import { personalInformation } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { today } from '#rules/dates.ts';
import { sameMailbox } from '#rules/emails.ts';
import {
  answersFromInformation,
  askedFields,
  changeFrom,
  orphaned,
  type PersonalField,
  personalProblems,
} from '#rules/personal-answers.ts';
import type { Given } from '#rules/wizard.ts';
import type { Country, Lists } from '#rules/wizard-country.ts';
import { effectsOf, textOf } from '#rules/wizard-fields.ts';
import { useSession } from '#session/hooks.ts';
import { Button } from '#ui/button.tsx';
import { useStillHere } from '#ui/still-here.ts';
import { useToast } from '#ui/toasts.tsx';
import { type KeptEdit, withKept } from './kept-edit.ts';

export interface EditFormProps {
  fields: readonly PersonalField[];
  country: Country;
  info: PersonalInformation;
  lists: Lists;
  /** The draft of what was typed before the session ended. */
  kept: KeptEdit | null;
  onAnswers: (answers: Answers) => void;
  unkept: Unkept | null;
  /** Whether another tab edits too. */
  elsewhere: boolean;
  onClose: () => void;
  /** Called when the record was saved and a new email waits for its code. */
  onCode: () => void;
}

/** The questions of one card with Guardar and Cancelar. What was typed survives a failure. A refusal is shown at its field. */
export function EditForm(props: EditFormProps) {
  const { fields, country, info, lists, kept, onAnswers, unkept, elsewhere, onClose, onCode } = props;
  const session = useSession();
  const mirror = useMirror();
  const toast = useToast();
  const stillHere = useStillHere();
  // The answers the editor opened with: a refresh meanwhile must not change what the customer edits.
  const [before] = useState(() => answersFromInformation(fields, info, lists));
  const [start] = useState(
    (): Answers => ({ ...withKept(fields, before, kept), ...(asksEmail(fields) && { password: '' }) }),
  );
  const schema = answersCheckedBy((given) => ({
    // The rules compare the spouse's number with the customer's, so `nif` is passed too.
    ...personalProblems(country, fields, before, { nif: info.nif, ...given }, { today: today(new Date()), lists }),
    ...(movesEmail(before, given) &&
      given.password === '' && { password: 'Escribe tu contraseña para cambiar el correo' }),
  }));

  const save = async (given: Given): Promise<Refusal | undefined> => {
    const who = await session.customer();
    if (!who) return { text: 'Tu sesión terminó. Ingresa de nuevo para guardar.' };
    const change = changeFrom(fields, before, given, lists);
    // D59: a backend that does not ask for the password ignores it.
    const password = change.email === undefined ? {} : { password: textOf(given.password) };
    const saved = await session.call('updatePersonalInformation', { id: who.idUsuario, ...change, ...password });
    if (!saved.ok) return refusalOf(saved.problem);
    await mirror.takeOver(personalInformation, [saved.value], who.owner);
    const waits = change.email !== undefined && saved.value.emailPendiente !== '';
    if (waits && stillHere()) return void onCode();
    toast({
      text: waits ? 'Te enviamos un código para confirmar tu correo nuevo' : 'Información actualizada con éxito',
    });
    // If this editor was closed meanwhile, the open editor is another one and must stay.
    if (stillHere()) onClose();
    return undefined;
  };

  return (
    <StepForm
      answers={start}
      schema={schema}
      // A password is never stored.
      onAnswers={({ password: _, ...answers }) => onAnswers(answers)}
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
        <p className="tint-ceiba note" role="status">
          Recuperamos lo que escribiste.
        </p>
      )}
      {elsewhere && (
        <p className="tint-ceiba note" role="status">
          También estás cambiando tu información en otra pestaña. Guarda aquí lo que cambies: si se cierra la app, solo
          vuelve lo último que escribiste.
        </p>
      )}
      <Questions fields={fields} country={country} lists={lists} before={before} sexo={info.sexo} />
    </StepForm>
  );
}

interface QuestionsProps extends Pick<EditFormProps, 'fields' | 'country' | 'lists'> {
  before: Given;
  /** Decides the gender of the options' words; no editor asks for it. */
  sexo: string;
}

/** Draws only the questions that follow from the answers so far. */
function Questions({ fields, country, lists, before, sexo }: QuestionsProps) {
  const { form } = useStep();
  const values = useStore(form.store, (state) => state.values);
  const given: Given = { ...values, sexo };
  /** A dependent place goes when it is no option any more (H5.9). */
  const chosen = (field: PersonalField) => (value: string) => {
    const cleared = Object.entries(effectsOf(field, value)).flatMap(([name, set]) => (set === null ? [name] : []));
    for (const name of orphaned(fields, cleared, { ...given, [field.name]: value }, lists)) {
      form.setFieldValue(name, Array.isArray(given[name]) ? [] : '');
    }
  };
  return askedFields(fields, given).map((field) => (
    <Fragment key={field.name}>
      <Question country={country} field={field} given={given} lists={lists} stored={before} onChosen={chosen(field)} />
      {field.name === 'email' && movesEmail(before, given) && (
        <PasswordField
          name="password"
          label="Tu contraseña"
          hint="Con el correo se puede recuperar la cuenta: por eso confirmamos que eres tú."
          autoComplete="current-password"
        />
      )}
    </Fragment>
  ));
}

const asksEmail = (fields: readonly PersonalField[]): boolean => fields.some(({ name }) => name === 'email');

/** Whether the typed email differs, compared as the server does. */
const movesEmail = (before: Given, given: Given): boolean => !sameMailbox(textOf(given.email), textOf(before.email));
