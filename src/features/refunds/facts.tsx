import { classNames } from '#ui/base/class-names.ts';
import styles from './facts.module.css';

export interface Fact {
  term: string;
  text: string;
  /** Sentences, which are read from their beginning: below the term, across the card. */
  prose?: true;
}

/** A titled card of facts. Empty facts are left out; a card without facts is not drawn. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const shown = facts.filter(({ text }) => text !== '');
  if (shown.length === 0) return null;
  return (
    <section className="stack-list" aria-label={title}>
      <h2>{title}</h2>
      <dl className={styles.list}>
        {shown.map(({ term, text, prose }) => (
          <div key={term} className={classNames(styles.fact, prose && styles.prose)}>
            <dt>{term}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
