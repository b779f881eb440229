import { useStore } from '@tanstack/react-form';
import { useSyncExternalStore } from 'react';
import { useStep } from '#forms/form-context.ts';
import { Question } from '#forms/question.tsx';
import { RefusedWords } from '#forms/refused-words.tsx';
import type { LoadedLists } from '#forms/use-lists.ts';
import type { Country, Field, Step } from '#rules/wizard-country.ts';
import { documentOf, effectsOf, shownFields } from '#rules/wizard-fields.ts';
import { useRegistration } from './hooks.ts';
import { PhotoFields } from './photo-fields.tsx';

interface StepFieldsProps {
  country: Country;
  step: Step;
  loadedLists: LoadedLists;
}

/** The step's questions that follow from the answers so far. */
export function StepFields({ country, step, loadedLists }: StepFieldsProps) {
  const { registration } = useRegistration();
  const refused = useSyncExternalStore(registration.subscribe, registration.refused);
  const { form, reset } = useStep();
  const values = useStore(form.store, (state) => state.values);
  const given = { ...registration.given(), ...values };
  const shown = shownFields(country, step, given);
  const document = documentOf(country, 'tipoId', given)?.name ?? '';
  const photos = shown.filter((field) => field.kind === 'photo');

  /** V4.4: clears the answers that this choice makes void. */
  const chosen = (field: Field) => (value: string) => {
    for (const [name, answer] of Object.entries(effectsOf(field, value))) reset(name, answer);
  };
  return (
    <>
      {shown
        .filter((field) => field.kind !== 'photo')
        .map((field) => (
          <Question
            key={field.name}
            country={country}
            field={field}
            given={given}
            lists={loadedLists.lists}
            listsFailed={loadedLists.state === 'failed'}
            onChosen={chosen(field)}
          />
        ))}
      {photos.length > 0 && <PhotoFields fields={photos} onBeforePick={registration.flush} byPhone={{ document }} />}
      <RefusedWords texts={refused} fields={shown.map((field) => field.name)} />
    </>
  );
}
