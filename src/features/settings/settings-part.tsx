import type { ReactNode } from 'react';
import styles from './settings-part.module.css';

/** A part of the settings: its title, and the group or card below it. */
export function SettingsPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="stack-list" aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
