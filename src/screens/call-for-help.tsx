import { useCustomer } from '#session/hooks.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';

/** Whom the customers of a country call. */
interface Phones {
  country: string;
  emergency: string;
  centre: string;
  /** Whether nobody answers there: the demo's own. */
  sample: boolean;
}

const ABROAD = 'Internacional';

/** Those of the customer's country, among those that the build names (D62); they work offline too. */
export function usePhones(all: readonly Phones[]): Phones | undefined {
  const residence = useCustomer()?.residence;
  return all.find(({ country }) => country === residence) ?? all.find(({ country }) => country === ABROAD);
}

/** Whom to call. Draws nothing where the build names nobody. */
export function CallForHelp({ numbers }: { numbers: Phones | undefined }) {
  if (!numbers) return null;
  return (
    <section className="stack-list" aria-labelledby="help">
      <h2 id="help">Si lo necesitas ahora</h2>
      <RowGroup>
        <Call title="Emergencias" number={numbers.emergency} />
        <Call title="Central de atención" number={numbers.centre} />
      </RowGroup>
      {numbers.sample && <p className="soft small">Números de ejemplo de la demostración: nadie contesta en ellos.</p>}
    </section>
  );
}

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
