import { useParams } from '@tanstack/react-router';
import type { Beneficiary } from '#contract/policies.ts';
import { roles } from '#mirror/collections.ts';
import { useMirrored, usePolicy } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import { beneficiaryRoleLabel, isIrrevocable, readableName } from '#rules/people.ts';
import { policyTitle } from '#rules/policies.ts';
import { updatedText } from '#rules/updated.ts';
import { useGoBack } from '#ui/go-back.ts';
import { PersonList } from '#ui/person-card.tsx';
import { Pill } from '#ui/pill.tsx';
import { Screen } from '#ui/screen.tsx';
import { Shown } from '#ui/shown.tsx';
import { Updated } from '#ui/updated.tsx';
import { useMinute } from '#ui/use-minute.ts';
import { DefaultOrder } from './default-order.tsx';

/** H2.50, H2.51: whom a life policy protects, and how much of it goes to each. */
export function BeneficiariesScreen() {
  const { policyId } = useParams({ from: '/app/beneficiarios/$policyId' });
  const policy = usePolicy(policyId);
  const view = useMirrored(roles, policyId);
  const goBack = useGoBack();
  const now = useMinute();
  const people = view.groups?.flatMap(({ rows }) => rows) ?? [];

  return (
    <Screen
      title="Beneficiarios"
      onBack={goBack}
      about={policy && policyTitle(policy)}
      updated={
        view.groups && (
          <Updated
            text={updatedText(view.at, view.problem !== null, now)}
            onRefresh={view.refresh}
            refreshing={view.refreshing}
          />
        )
      }
    >
      <Shown
        state={shownState(view)}
        loading="Cargando tus beneficiarios..."
        empty={{ icon: 'people', title: 'No has designado beneficiarios', text: <DefaultOrder /> }}
        onRetry={view.refresh}
        retrying={view.refreshing}
      >
        <PersonList
          people={people.map((person) => ({
            name: readableName(person.ClientName) || 'Sin nombre',
            role: beneficiaryRoleLabel(person.Role),
            tone: 'life',
            figure: shareOf(person),
            figureLabel: 'Participación',
            status: isIrrevocable(person) && <Pill>Irrevocable</Pill>,
          }))}
        />
      </Shown>
    </Screen>
  );
}

/** '33,5 %': as percentages are written in Spanish; '' when it is not known. */
function shareOf({ ParticipationPercentage: share }: Beneficiary): string {
  if (share === null) return '';
  return new Intl.NumberFormat('es', { style: 'percent', maximumFractionDigits: 2 }).format(share / 100);
}
