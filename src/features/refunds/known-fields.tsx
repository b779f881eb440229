import { useMemo } from 'react';
import { KnownAnswers, useStepText } from '#forms/known-answers.tsx';
import { TextField } from '#forms/text-fields.tsx';
import { refunds } from '#mirror/collections.ts';
import { useMirroredRows } from '#mirror/hooks.tsx';
import { knownDoctors, knownPlaces } from '#rules/known-providers.ts';

const USED_BEFORE = 'Usados antes';

/** The hospitals of earlier refunds, each with its city and country; nothing is kept for it besides the refunds themselves. */
export function KnownPlaces({ policyId }: { policyId: string }) {
  const known = useEarlier(policyId);
  const places = knownPlaces(known).map(({ hospital, ciudad, pais }) => ({
    text: hospital,
    fills: { hospital, ciudad, pais },
  }));
  return <KnownAnswers label={USED_BEFORE} answers={places} />;
}

/** The doctor, and those of earlier refunds: of the chosen hospital first. */
export function DoctorField({ policyId, ...field }: { name: string; label: string; policyId: string }) {
  const known = useEarlier(policyId);
  const doctors = knownDoctors(known, useStepText('hospital'));
  return (
    <>
      <TextField {...field} maxLength={200} autoComplete="off" />
      <KnownAnswers label={USED_BEFORE} answers={doctors.map((text) => ({ text, fills: { [field.name]: text } }))} />
    </>
  );
}

function useEarlier(policyId: string) {
  const wanted = useMemo(() => [policyId], [policyId]);
  return useMirroredRows(refunds, wanted)?.get(policyId) ?? [];
}
