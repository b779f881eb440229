import type { Beneficiary, Policy } from '#contract/policies.ts';
import { writtenNumber } from '#rules/numbers.ts';
import { beneficiaryRoleLabel, isIrrevocable, readableName } from '#rules/people.ts';
import { ticketPolicies } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { type Shares, sharesOf } from '#rules/shares.ts';
import { useLocale } from '#screens/use-locale.ts';
import { initialsOf } from '#ui/base/initials.ts';
import { Pill } from '#ui/controls/pill.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { itemKeys } from '#ui/lists/item-keys.ts';
import styles from './people.module.css';
import { PersonRow } from './person-row.tsx';
import { ShareArch, type Stone } from './share-arch.tsx';

interface BeneficiariesProps {
  people: readonly Beneficiary[];
  policy: Policy | null;
  beside?: boolean;
}

/** H2.50: a stone of the arch and a line for each. */
export function Beneficiaries({ people, policy, beside }: BeneficiariesProps) {
  const locale = useLocale();
  if (people.length === 0) return <Nobody policy={policy} />;
  const shares = sharesOf(people);
  const keys = itemKeys(people, ({ ClientName }) => ClientName);
  return (
    <>
      <ShareArch stones={stonesOf(shares)}>
        {shares.sum !== null && (
          <>
            <p className="amount">{percent(shares.sum, locale)}</p>
            <p className="soft small">
              {shares.stones.length === 1 ? 'para 1 persona' : `entre ${shares.stones.length} personas`}
            </p>
          </>
        )}
      </ShareArch>
      <ul className={styles.designated}>
        {people.map((person, index) => (
          <PersonRow
            key={keys[index]}
            name={nameOf(person)}
            about={beneficiaryRoleLabel(person.Role)}
            tone="life"
            beside={beside}
            figure={
              person.ParticipationPercentage !== null && (
                <p className="heavy t22 tabular push">
                  <span className="visually-hidden">Participación: </span>
                  {percent(person.ParticipationPercentage, locale)}
                </p>
              )
            }
          >
            {isIrrevocable(person) && <Pill>Irrevocable</Pill>}
          </PersonRow>
        ))}
      </ul>
      <Foot
        policy={policy}
        isFixed={people.some(isIrrevocable)}
        missing={shares.missing > 0 ? percent(shares.missing, locale) : ''}
      />
    </>
  );
}

const nameOf = ({ ClientName }: Beneficiary) => readableName(ClientName) || 'Sin nombre';

/** '33,5 %', with the decimal sign of the customer's country (D22). The blank does not break. */
const percent = (share: number, locale: string): string => `${writtenNumber(share, locale, { most: 2 })}\u00a0%`;

function stonesOf({ stones, sum, missing }: Shares): Stone[] {
  const look = sum === null ? 'hollow' : 'life';
  const given = stones.map(({ person, part }): Stone => ({ part, text: initialsOf(nameOf(person)), look }));
  return missing > 0 ? [...given, { part: missing / 100, text: '', look: 'missing' }] : given;
}

interface FootProps {
  policy: Policy | null;
  /** Whether some of it is irrevocable. */
  isFixed?: boolean;
  /** How much is given to nobody; '' for nothing. */
  missing?: string;
}

/** What holds of the shares, and the way to change them: a ticket, for the policies that have help (H6.3). */
function Foot({ policy, isFixed = false, missing = '' }: FootProps) {
  const isAsked = policy !== null && ticketPolicies([policy]).length > 0;
  if (!isAsked && !isFixed && missing === '') return null;
  return (
    <div className={styles.foot}>
      <p>
        {missing && <b>Falta repartir {missing}. </b>}
        {isFixed && 'Irrevocable: solo se cambia con su consentimiento.'}
      </p>
      {isAsked && (
        <ScreenLink
          className={styles.way}
          to={{ ...screens.newTicket, state: { ticketAbout: { policyId: policy.Policy, beneficiaries: true } } }}
        >
          Pedir un cambio
        </ScreenLink>
      )}
    </div>
  );
}

/** H2.51: who receives the benefit when the customer has named nobody, as stones that are nobody's yet. */
function Nobody({ policy }: { policy: Policy | null }) {
  return (
    <>
      <ShareArch stones={['1', '2', '3'].map((text) => ({ text, part: 1 / 3, look: 'hollow' }))} />
      <div className={styles.nobody}>
        <p className="bold">No has designado beneficiarios</p>
        <p className="soft">Mientras no designes a nadie, el orden de los beneficiarios es:</p>
        <ol className={styles.order}>
          <li>Tu cónyuge o pareja registrada</li>
          <li>Tus hijos</li>
          <li>Tus herederos legales</li>
        </ol>
      </div>
      <Foot policy={policy} />
    </>
  );
}
