import { factsOf, storeLinksOf } from '#countries/facts.ts';
import type { CountryFacts } from '#countries/facts-shape.ts';
import { currencyPlural, localeOf, signOf, wholeMoney, wholeNumber } from '#rules/money.ts';
import { Card } from '#ui/cards/card.tsx';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { FigureTable } from '#ui/lists/figure-table.tsx';
import { platformOf } from './platform.ts';
import styles from './savings-plan.module.css';

const NOT_AVAILABLE = 'BMI Ahorro aún no está disponible en tu país';
/** The column beside the policy is narrow, hence the soft hyphen. */
const heads = ['Plan', 'Falleci\u00admiento', 'Por accidente'];
const APP = 'Ver BMI Ahorro en la tienda';

/** H2.27, H9.9: the plans of the customer's country, with theirs marked, and the link to the savings app. */
export function SavingsPlan({ productName, residence }: { productName: string; residence: string }) {
  const country = factsOf(residence);
  const offer = country.savings;
  const locale = localeOf(residence);
  const mine = folded(productName);
  // The columns are narrow, so a currency is written once above them, but for a '$' alone.
  const coded = offer !== null && signOf(offer.currency, locale) !== '$';
  const amount = (one: number) =>
    coded || !offer ? wholeNumber(one, locale) : wholeMoney(one, offer.currency, locale);
  return (
    <Card className={styles.card ?? ''}>
      <h2>Planes de ahorro</h2>
      {offer && coded && (
        <p className="soft small">
          Montos en {currencyPlural(offer.currency)} ({offer.currency})
        </p>
      )}
      {offer && (
        <FigureTable caption="Lo que paga cada plan" hiddenCaption heads={heads}>
          {offer.plans.map((plan) => (
            <tr key={plan.name} data-mine={mine.includes(folded(plan.name))}>
              <th scope="row">
                {plan.name}
                {mine.includes(folded(plan.name)) && <span className={styles.mine}>Tu plan</span>}
              </th>
              <td>{amount(plan.death)}</td>
              <td>{amount(plan.accidentalDeath)}</td>
            </tr>
          ))}
        </FigureTable>
      )}
      <StoreLink country={country} />
    </Card>
  );
}

/** H2.27: the link to this device's store. Where the app is not offered, a press says so. */
function StoreLink({ country }: { country: CountryFacts }) {
  const say = useToast();
  const address = storeLinksOf(country)?.[platformOf(navigator)];
  return address ? (
    <ButtonLink look="line" icon="device" href={address} target="_blank" rel="noopener noreferrer">
      {APP}
    </ButtonLink>
  ) : (
    <Button look="line" icon="device" onClick={() => say({ tone: 'error', text: NOT_AVAILABLE })}>
      {APP}
    </Button>
  );
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
