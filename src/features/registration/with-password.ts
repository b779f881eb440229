import type { Country, Step } from '#rules/wizard-country.ts';
import { words } from './words.ts';

/** Adds the country's two password questions to the step when the registration has no password any more (D45). */
export function withPassword(country: Country, step: Step, given: Readonly<Record<string, unknown>>): Step {
  if (typeof given.password === 'string' && given.password !== '') return step;
  const questions = country.steps
    .flatMap((one) => one.fields)
    .filter((field) => field.name === 'password' || field.name === 'passwordConfirmacion')
    .map((field) =>
      field.name === 'password' ? { ...field, label: words.passwordAgain, hint: words.passwordAgainHint } : field,
    );
  return { ...step, fields: [...step.fields, ...questions] };
}
