import type { ReactNode } from 'react';
import { initialsOf } from '#ui/base/initials.ts';
import { Avatar } from '#ui/base/sign.tsx';
import styles from './people.module.css';

interface PersonRowProps {
  name: string;
  /** Under the name: 'Cónyuge · 44 años'. */
  about: string;
  tone: 'health' | 'life';
  /** Whether it stands in the card at the side, under its title. */
  beside?: boolean | undefined;
  /** What else is known: beside the name, below it where there is no room. */
  children?: ReactNode;
  /** At the end of the line. */
  figure?: ReactNode;
}

/** One line for one person. */
export function PersonRow({ name, about, tone, beside, children, figure }: PersonRowProps) {
  const Heading = beside ? 'h3' : 'h2';
  return (
    <li className={styles.person}>
      <Avatar initials={initialsOf(name)} tone={tone} />
      <div className={styles.facts}>
        <div className={styles.who}>
          <Heading className={styles.name} dir="auto">
            {name}
          </Heading>
          <p className="soft small" dir="auto">
            {about}
          </p>
        </div>
        {children}
      </div>
      {figure}
    </li>
  );
}
