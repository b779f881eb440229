import { useStore } from '@tanstack/react-form';
import { Fragment, useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import { sameMailbox } from '#contract/mailbox.ts';
import type { Answers } from '#forms/answers.ts';
import { useStep } from '#forms/form-context.ts';
import { Question } from '#forms/question.tsx';
import { type Refusal, refusalOf } from '#forms/refusal.ts';
import { answersCheckedBy } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { inSentence, listed } from '#forms/step-note.tsx';
import { PasswordField } from '#forms/text-fields.tsx';
import type { Unkept } from '#forms/unkept-note.tsx';
import { today } from '#rules/dates.ts';
import {
  answersFromInformation,
  askedFields,
  changeFrom,
  laidOver,
  movedSince,
  orphaned,
  type PersonalAnswers,
  type PersonalField,
  personalProblems,
} from '#rules/personal-answers.ts';
import type { Given } from '#rules/wizard.ts';
import type { Country, Lists } from '#rules/wizard-country.ts';
import { effectsOf, textOf } from '#rules/wizard-fields.ts';
import { AccountName } from '#screens/account-name.tsx';
import { usePersonalChange } from '#screens/use-personal-change.ts';
import { Button } from '#ui/controls/button.tsx';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import type { KeptEdit } from './kept-edit.ts';

export interface EditFormProps {
  fields: readonly PersonalField[];
  country: Country;
  info: PersonalInformation;
  lists: Lists;
  /** The draft of what was typed before the session ended. */
  kept: KeptEdit | null;
  /** Called with what is typed, and with what the editor was opened with. */
  onAnswers: (answers: Answers, opened: PersonalAnswers) => void;
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
  const change = usePersonalChange();
  const toast = useToast();
  const isMounted = useIsMounted();
  // The answers the editor opened with: a refresh meanwhile must not change what the customer edits.
  const [before] = useState(() => answersFromInformation(fields, info, lists));
  const [start] = useState(
    (): Answers => ({
      ...(kept ? laidOver(fields, before, kept) : before),
      ...(asksEmail(fields) && { password: '' }),
    }),
  );
  const [moved] = useState(() => (kept ? movedSince(fields, before, kept) : []));
  const schema = answersCheckedBy((given) => ({
    // The rules compare the spouse's number with the customer's, so `nif` is passed too.
    ...personalProblems(country, fields, before, { nif: info.nif, ...given }, { today: today(new Date()), lists }),
    ...(movesEmail(before, given) &&
      given.password === '' && { password: 'Escribe tu contraseña para cambiar el correo' }),
  }));

  const save = async (given: Given): Promise<Refusal | undefined> => {
    const changed = changeFrom(fields, before, given, lists);
    if (Object.keys(changed).length === 0) {
      toast({ text: 'No hay cambios que guardar' });
      return void onClose();
    }
    // D59: a backend that does not ask for the password ignores it.
    const password = changed.email === undefined ? {} : { password: textOf(given.password) };
    const saved = await change({ ...changed, ...password });
    if (!saved.ok) return refusalOf(saved.problem);
    const waits = changed.email !== undefined && (saved.value.emailPendiente ?? '') !== '';
    if (waits && isMounted()) return void onCode();
    toast({
      text: waits ? 'Te enviamos un código para confirmar tu correo nuevo' : 'Información actualizada con éxito',
    });
    // If this editor was closed meanwhile, the open editor is another one and must stay.
    if (isMounted()) onClose();
    return undefined;
  };

  return (
    <StepForm
      answers={start}
      schema={schema}
      // A password is never stored.
      onAnswers={({ password: _, ...answers }) => onAnswers(answers, before)}
      unkept={unkept}
      onContinue={save}
      continueLabel="Guardar"
      note={
        <Button look="quiet" onClick={onClose}>
          Cancelar
        </Button>
      }
    >
      {kept && <p className="tint-ceiba note">{['Recuperamos lo que escribiste.', ...movedText(moved)].join(' ')}</p>}
      <LiveRegion>
        {elsewhere && (
          <p className="tint-ceiba note">
            También estás cambiando tu información en otra pestaña. Guarda aquí lo que cambies: si se cierra la app,
            solo vuelve lo último que escribiste.
          </p>
        )}
      </LiveRegion>
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
        <>
          <AccountName />
          <PasswordField
            name="password"
            label="Tu contraseña"
            hint="Con el correo se puede recuperar la cuenta: por eso confirmamos que eres tú."
            autoComplete="current-password"
          />
        </>
      )}
    </Fragment>
  ));
}

/** D95: names what changed in the record while the editor was kept. */
function movedText(moved: readonly PersonalField[]): string[] {
  const names = moved.map(({ readAs, calledAs, label }) => inSentence(readAs ?? calledAs ?? label));
  if (names.length === 0) return [];
  return [`Mientras tanto ${names.length === 1 ? 'cambió' : 'cambiaron'}: ${listed(names)}.`];
}

const asksEmail = (fields: readonly PersonalField[]): boolean => fields.some(({ name }) => name === 'email');

/** Whether the typed email differs, compared as the server does. */
const movesEmail = (before: Given, given: Given): boolean => !sameMailbox(textOf(given.email), textOf(before.email));
