import { useCustomer } from '#session/hooks.ts';
import { phones } from '#settings/settings.ts';
import { Row, RowGroup } from '#ui/rows.tsx';
import styles from './health-card-screen.module.css';

/** The numbers of the customer's country, which a phone dials offline as well (D62); nothing where the build names none. */
export function CallForHelp() {
  const residence = useCustomer()?.residence;
  const known = phones.find(({ country }) => country === residence) ?? phones.find(({ country }) => country === ABROAD);
  if (!known) return null;
  return (
    <section className={styles.help} aria-labelledby="help">
      <h2 id="help">Si lo necesitas ahora</h2>
      <RowGroup>
        <Call title="Emergencias" number={known.emergency} />
        <Call title="Central de atención" number={known.centre} />
      </RowGroup>
      {known.sample && <p className="soft small">Números de ejemplo de la demostración: nadie contesta en ellos.</p>}
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
