import { KnownAnswers, useStepText } from '#forms/known-answers.tsx';
import { TextField } from '#forms/text-fields.tsx';
import { refunds } from '#mirror/collections.ts';
import { useMirroredRows } from '#mirror/hooks.tsx';
import { knownDoctors, knownPlaces } from '#rules/known-providers.ts';
import { mostChars, refundFields } from '#rules/refund-form.ts';

/**
 * Suggests the hospitals of earlier refunds in the chosen country, with their city. They are read from the mirrored refunds;
 * nothing else is stored.
 */
export function KnownPlaces({ policyId }: { policyId: string }) {
  const earlier = useEarlier(policyId);
  const places = knownPlaces(earlier, useStepText('pais')).map((place) => ({ text: place.hospital, fills: place }));
  return <KnownAnswers label="Hospitales usados antes" about={refundFields.hospital.label} answers={places} />;
}

/** The doctor's field with suggestions from earlier refunds; doctors of the chosen hospital come first. */
export function DoctorField({ policyId, ...field }: { name: string; label: string; policyId: string }) {
  const earlier = useEarlier(policyId);
  const doctors = knownDoctors(earlier, useStepText('hospital'));
  return (
    <>
      <TextField {...field} most={mostChars.text} autoComplete="off" />
      <KnownAnswers
        label="Usados antes"
        about={field.label}
        answers={doctors.map((text) => ({ text, fills: { [field.name]: text } }))}
      />
    </>
  );
}

const useEarlier = (policyId: string) => useMirroredRows(refunds, [policyId])?.get(policyId) ?? [];
