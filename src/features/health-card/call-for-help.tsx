import { useCustomer } from '#session/hooks.ts';
import { phones } from '#settings/settings.ts';
import { Row, RowGroup } from '#ui/rows.tsx';
import styles from './health-card-screen.module.css';

/** The phone numbers of the customer's country, which work offline too (D62). Draws nothing where the build names none. */
export function CallForHelp() {
  const residence = useCustomer()?.residence;
  const numbers =
    phones.find(({ country }) => country === residence) ?? phones.find(({ country }) => country === ABROAD);
  if (!numbers) return null;
  return (
    <section className={styles.help} aria-labelledby="help">
      <h2 id="help">Si lo necesitas ahora</h2>
      <RowGroup>
        <Call title="Emergencias" number={numbers.emergency} />
        <Call title="Central de atención" number={numbers.centre} />
      </RowGroup>
      {numbers.sample && <p className="soft small">Números de ejemplo de la demostración: nadie contesta en ellos.</p>}
    </section>
  );
}

const ABROAD = 'Internacional';

function Call({ title, number }: { title: string; number: string }) {
  return (
    <Row
      icon="phone"
      tone="ceiba"
      title={title}
      detail={number}
      action="Llamar"
      href={`tel:${number.replace(/[^+\d]/g, '')}`}
    />
  );
}
