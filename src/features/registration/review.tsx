import { useStore } from '@tanstack/react-form';
import { useStep } from '#forms/form-context.ts';
import type { Country, Lists, Step, TabId } from '#rules/wizard-country.ts';
import { answersInWords } from '#rules/wizard-words.ts';
import { AnswersSummary } from '#ui/answers-summary.tsx';
import { useRegistration } from './hooks.ts';
import { words } from './words.ts';

interface ReviewProps {
  country: Country;
  /** The last step; its own answers stand above the review. */
  step: Step;
  lists: Lists;
  onChange: (tab: TabId) => void;
}

/** 'Revisa tus datos': all answers by step. Each step has a button that leads back to it. */
export function Review({ country, step: last, lists, onChange }: ReviewProps) {
  const { registration } = useRegistration();
  const { form } = useStep();
  const values = useStore(form.store, (state) => state.values);
  const groups = answersInWords(country, { ...registration.given(), ...values }, lists)
    .filter(({ step }) => step.id !== last.id)
    .map(({ step, answers }) => ({ title: step.title, answers, onChange: () => onChange(step.id) }));
  return <AnswersSummary title={words.review} about={words.reviewText} groups={groups} />;
}
