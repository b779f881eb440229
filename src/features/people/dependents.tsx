import type { InsuredPerson, Policy } from '#contract/policies.ts';
import { shortDate, today, yearsSince } from '#rules/dates.ts';
import { genderLabel, readableName, roleLabel, smokerLabel } from '#rules/people.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import { Icon } from '#ui/base/icon.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';
import { EmptyState } from '#ui/states/states.tsx';
import styles from './people.module.css';
import { PersonRow } from './person-row.tsx';

interface DependentsProps {
  people: readonly InsuredPerson[];
  policy: Policy | null;
  beside?: boolean;
}

/** H2.53: a line for each, and the way to their cards. */
export function Dependents({ people, policy, beside }: DependentsProps) {
  const day = today(useMinute());
  const keys = itemKeys(people, ({ ClientName }) => ClientName);
  if (people.length === 0) return <EmptyState {...nobody} />;
  return (
    <>
      <ul className={styles.insured}>
        {people.map((person, index) => {
          const facts = [
            shortDate(person.BirthDate),
            genderLabel(person.Gender),
            smokerLabel(person.SmokerStatus),
          ].filter(Boolean);
          return (
            <PersonRow
              key={keys[index]}
              name={readableName(person.ClientName) || 'Sin nombre'}
              about={[roleLabel(person.Role), ageText(person.BirthDate, day)].filter(Boolean).join(' · ')}
              tone="health"
              beside={beside}
            >
              {facts.length > 0 && (
                <p className="soft small" dir="auto">
                  {person.BirthDate && <span className="visually-hidden">Nacimiento: </span>}
                  {facts.join(' · ')}
                </p>
              )}
            </PersonRow>
          );
        })}
      </ul>
      {policy && shortcutsOf(policy).includes('carnet') && (
        <div className={styles.foot}>
          <span>Se abren sin conexión</span>
          <ScreenLink className={styles.way} to={screens.healthCard(policy.Policy)}>
            <Icon name="card" size={18} />
            Ver sus carnets
          </ScreenLink>
        </div>
      )}
    </>
  );
}

/** H2.54. */
const nobody = {
  icon: 'people',
  title: 'No tienes dependientes',
  text: 'En esta póliza nadie más está asegurado contigo.',
} as const;

/** '44 años'; '' when the birth is unknown or to come. */
function ageText(birth: string | null, day: string): string {
  if (birth === null || birth > day) return '';
  const years = yearsSince(birth, day);
  return ['menos de un año', '1 año'][years] ?? `${years} años`;
}
