import styles from './facts.module.css';

export interface Fact {
  term: string;
  text: string;
}

/** A titled card of facts; one that is not known is left out, and the card with its last one. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = facts.filter(({ text }) => text !== '');
  if (known.length === 0) return null;
  return (
    <section className={styles.facts} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.list}>
        {known.map(({ term, text }) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
