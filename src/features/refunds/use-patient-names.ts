import { useMemo } from 'react';
import { cards } from '#mirror/collections.ts';
import { useMirroredRows } from '#mirror/hooks.tsx';
import { patientNames } from '#rules/people.ts';

/** How screens name the patients of a policy's refunds, by the insured persons that are mirrored. It asks the server for nothing. */
export function usePatientNames(policyId: string) {
  const insured = useMirroredRows(cards, [policyId])?.get(policyId);
  return useMemo(() => patientNames(insured ?? []), [insured]);
}
