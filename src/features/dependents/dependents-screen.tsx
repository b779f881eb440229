import { useParams } from '@tanstack/react-router';
import { dependents } from '#mirror/collections.ts';
import { useMirrored, usePolicy } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import { longDate } from '#rules/dates.ts';
import { readableName, roleLabel, shownDependents } from '#rules/people.ts';
import { policyTitle } from '#rules/policies.ts';
import { updatedText } from '#rules/updated.ts';
import { useGoBack } from '#ui/go-back.ts';
import { PersonList } from '#ui/person-card.tsx';
import { Screen } from '#ui/screen.tsx';
import { Shown } from '#ui/shown.tsx';
import { Updated } from '#ui/updated.tsx';
import { useMinute } from '#ui/use-minute.ts';

/** H2.52, H2.53: who is insured along with the customer. */
export function DependentsScreen() {
  const { policyId } = useParams({ from: '/app/dependientes/$policyId' });
  const policy = usePolicy(policyId);
  const view = useMirrored(dependents, policyId);
  const goBack = useGoBack();
  const now = useMinute();
  const people = shownDependents(view.groups?.flatMap(({ rows }) => rows) ?? []);
  const state = shownState(view);

  return (
    <Screen
      title="Dependientes"
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
        state={state === 'filled' && people.length === 0 ? 'empty' : state}
        loading="Cargando tus dependientes..."
        empty={{
          icon: 'people',
          title: 'No tienes dependientes',
          text: 'En esta póliza nadie más está asegurado contigo.',
        }}
        onRetry={view.refresh}
        retrying={view.refreshing}
      >
        <PersonList
          people={people.map((person) => ({
            name: readableName(person.ClientName) || 'Sin nombre',
            role: roleLabel(person.Role),
            tone: 'health',
            facts: [
              ['Nacimiento', longDate(person.BirthDate)],
              ['Sexo', person.Gender],
              ['Tabaco', person.SmokerStatus],
            ],
          }))}
        />
      </Shown>
    </Screen>
  );
}
