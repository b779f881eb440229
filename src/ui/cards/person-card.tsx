import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { initialsOf } from '../base/initials.ts';
import { tintOf } from '../base/tone.ts';
import { type Fact, FactList } from '../lists/fact-list.tsx';
import { itemKeys } from '../lists/item-keys.ts';
import styles from './person-card.module.css';

export interface PersonCardProps {
  name: string;
  /** Under the name: 'Cónyuge'. */
  role?: ReactNode;
  tone?: 'health' | 'life';
  /** The person's most important figure, as a text. */
  figure?: string;
  figureLabel?: string;
  status?: ReactNode;
  /** Further facts. Empty ones are left out. */
  facts?: readonly Fact[];
}

/** A person of a policy: initials under a small arch, name and facts. */
function PersonCard({ name, role, tone = 'life', figure, figureLabel, status, facts = [] }: PersonCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={classNames(styles.arch, tintOf(tone))} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <div className="grow">
          <h2 className={styles.name} dir="auto">
            {name}
          </h2>
          {role && (
            <p className="soft small" dir="auto">
              {role}
            </p>
          )}
          {status && <div className={styles.status}>{status}</div>}
        </div>
        {figure && (
          <p className={styles.figure}>
            <span className="visually-hidden">{figureLabel}: </span>
            {figure}
          </p>
        )}
      </div>
      <FactList className={styles.facts} facts={facts} />
    </article>
  );
}

export function PersonList({ people }: { people: readonly PersonCardProps[] }) {
  const keys = itemKeys(people, ({ name }) => name);
  return (
    <ul className={styles.people}>
      {people.map((person, index) => (
        <li key={keys[index]}>
          <PersonCard {...person} />
        </li>
      ))}
    </ul>
  );
}
