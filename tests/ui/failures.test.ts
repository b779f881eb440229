import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Who tells an error by a toast alone, without `useFailure`, and where it stands besides. */
const alone: Record<string, string> = {
  'ui/states/failure.tsx': 'useFailure itself',
  'ui/controls/button.tsx': 'why a button is off, which another press tells again',
  'app/unexpected.tsx': 'a defect of ours, which has no place',
  'features/registration/use-step-actions.ts': 'the box of the step, or the field',
  'forms/use-file-pick.ts': 'a file that failed after its field was left, which has the one of before',
  'forms/use-refusal.ts': 'its form is closed, and one that is open says it at its place',
  'features/refunds/patient-field.tsx': 'the field says that its list did not load',
  'features/settings/logout-dialog.tsx': 'its place is left',
  'features/home/savings-plan.tsx': 'what is not offered, which another press tells again',
  'features/personal-information/personal-information-screen.tsx': 'its place is left (H8.10)',
  'requests/outcome-toasts.tsx': 'the request among what is pending',
};

test('[D81] an error is told at its place too, or somebody has said where it stands', () => {
  const src = resolve(import.meta.dirname, '../../src');
  const telling = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /tone: 'error'(?!;)/.test(readFileSync(join(src, file), 'utf8').replace(/\| 'error'/g, '')));
  expect(telling.sort()).toEqual(Object.keys(alone).sort());
});
