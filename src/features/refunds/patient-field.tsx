import { useEffect, useEffectEvent, useRef } from 'react';
import { SelectField } from '#forms/choice-fields.tsx';
import { cards } from '#mirror/collections.ts';
import { useMirrored, usePolicy } from '#mirror/hooks.tsx';
import { patientFields } from '#requests/open-drafts.ts';
import { capital } from '#rules/joined.ts';
import { patientsFrom, readableName } from '#rules/people.ts';
import { whereToWrite } from '#rules/policies.ts';
import { notHere } from '#senses/this-device.ts';
import { contactEmail } from '#settings/settings.ts';
import { Button } from '#ui/controls/button.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { patientAnswer } from './refund-draft.ts';

interface PatientFieldProps {
  name: string;
  label: string;
  policyId: string;
  chosen: string | undefined;
}

/** H2.42: a choice among the policy's mirrored insured persons. Without any it says why and what to do. */
export function PatientField({ name, label, policyId, chosen }: PatientFieldProps) {
  const { groups, problem, refreshing, refresh, loading } = useMirrored(cards, policyId);
  const online = useOnline();
  const policy = usePolicy(policyId);
  const options = patientsFrom(groups?.flatMap((group) => group.rows) ?? []).map((patient) => ({
    value: patientAnswer(patient.fields),
    label: patient.label,
  }));
  // The chosen patient stays readable while the list is missing.
  if (chosen && !options.some((option) => option.value === chosen)) {
    options.unshift({ value: chosen, label: readableName(patientFields(chosen).paciente) });
  }
  const missing = groups === null && problem !== null && !refreshing;
  useFailureToast(missing && online);

  return (
    <>
      <SelectField
        name={name}
        label={label}
        options={options}
        disabled={options.length === 0}
        {...(loading && { placeholder: 'Cargando los pacientes...' })}
      />
      <LiveRegion>
        {missing && !online && (
          <Banner tone="bad" icon="offline">
            {notHere()}. Los pacientes llegarán cuando vuelva la conexión.
          </Banner>
        )}
        {groups !== null && options.length === 0 && (
          <Banner tone="bad" icon="people">
            No encontramos pacientes activos en esta póliza. {capital(whereToWrite(policy, contactEmail))} para
            revisarlo.
          </Banner>
        )}
      </LiveRegion>
      {missing && online && (
        <>
          {/* The toast has said it. */}
          <Banner tone="bad" icon="alert">
            Error al cargar los pacientes.
          </Banner>
          <Button look="line" size="small" fit icon="refresh" onClick={() => void refresh()}>
            Reintentar
          </Button>
        </>
      )}
    </>
  );
}

/** H8.3: a toast, once for each failed load. */
function useFailureToast(failed: boolean): void {
  const toast = useToast();
  const said = useRef(false);
  const say = useEffectEvent(() => toast({ text: 'Error al cargar los pacientes', tone: 'error' }));
  useEffect(() => {
    if (failed && !said.current) say();
    said.current = failed;
  }, [failed]);
}
