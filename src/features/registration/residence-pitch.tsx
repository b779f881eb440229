import type { Country } from '#rules/wizard-country.ts';
import styles from './residence-screen.module.css';
import { words } from './words.ts';

/** After the choice: the papers to have at hand and the number of steps. Before it: the slogan. */
export function ResidencePitch({ country }: { country: Country | undefined }) {
  if (!country) return <p className={styles.slogan}>{words.slogan}</p>;
  return (
    <div key={country.name} className={styles.answer}>
      <p className={styles.from}>{words.from}</p>
      <p className={styles.slogan}>{country.name}</p>
      <p className={styles.from}>{words.atHand(papersOf(country), country.steps.length)}</p>
    </div>
  );
}

/** 'tu Cédula de Identidad, tu Pasaporte o tu DIMEX'. */
function papersOf({ documents }: Country): string {
  const names = documents.map(({ name }) => `tu ${name}`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} o ${names.at(-1)}`;
}
