import { useStore } from '@tanstack/react-form';
import { useStep } from '#forms/form-context.ts';
import type { Country, Lists, Step, TabId } from '#rules/wizard-country.ts';
import { answersInWords } from '#rules/wizard-words.ts';
import { AnswersSummary } from '#ui/answers-summary.tsx';
import { useRegistration } from './hooks.ts';
import { words } from './words.ts';

interface ReviewProps {
  country: Country;
  /** The last step, whose own answers stand above. */
  step: Step;
  lists: Lists;
  onChange: (tab: TabId) => void;
}

/** 'Revisa tus datos': everything the account will be made of, each step with the way back to it. */
export function Review({ country, step: last, lists, onChange }: ReviewProps) {
  const { registration } = useRegistration();
  const { form } = useStep();
  const values = useStore(form.store, (state) => state.values);
  const groups = answersInWords(country, { ...registration.given(), ...values }, lists)
    .filter(({ step }) => step.id !== last.id)
    .map(({ step, answers }) => ({ title: step.title, answers, onChange: () => onChange(step.id) }));
  return <AnswersSummary title={words.review} about={words.reviewText} groups={groups} />;
}
