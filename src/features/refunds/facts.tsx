import styles from './facts.module.css';

export interface Fact {
  term: string;
  text: string;
}

/** A titled card of facts. Empty facts are left out; a card without facts is not drawn. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const shown = facts.filter(({ text }) => text !== '');
  if (shown.length === 0) return null;
  return (
    <section className={styles.facts} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.list}>
        {shown.map(({ term, text }) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
