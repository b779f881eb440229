import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import styles from './settings-part.module.css';

/** A part of the settings: its title, and a card with its lines. */
export function SettingsPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <Card className={styles.card}>{children}</Card>
    </section>
  );
}
