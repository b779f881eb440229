import { useMemo } from 'react';
import { cards } from '#mirror/collections.ts';
import { useMirroredRows } from '#mirror/hooks.tsx';
import { patientNames, patientPronouns } from '#rules/people.ts';

/** How screens name the patients of a policy's refunds, by the insured persons that are mirrored. It asks the server for nothing. */
export function usePatientNames(policyId: string) {
  const insured = useInsured(policyId);
  return useMemo(() => patientNames(insured ?? []), [insured]);
}

/** How screens speak of them, likewise. */
export const usePatientPronouns = (policyId: string) => patientPronouns(useInsured(policyId) ?? []);

const useInsured = (policyId: string) => useMirroredRows(cards, [policyId])?.get(policyId);
