import type { Ref } from 'react';
import type { InsuredPerson } from '#contract/policies.ts';
import { readableName, roleLabel } from '#rules/people.ts';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import styles from './health-card.module.css';
import { NetworkLogo } from './network-logo.tsx';

interface HealthCardProps {
  person: InsuredPerson;
  policyNumber: string;
  ref?: Ref<HTMLElement>;
}

/** H2.56, H2.57: one person's card. What the insurer has not sent is shown as a dash: a counter asks for these by name. */
export function HealthCard({ person, policyNumber, ref }: HealthCardProps) {
  const numbers = [
    ['Póliza', policyNumber],
    ['Grupo', person.AetnaGroupNo],
    ['N.º de miembro', person.AetnaMemberIdNo],
    ['Pagador electrónico', person.AernaElectronicPayerNo],
  ] as const;
  return (
    <article ref={ref} className={styles.card} aria-live="polite">
      <header className={styles.head}>
        <Logo size="small" />
        <NetworkLogo />
      </header>
      <div className={styles.body}>
        <p className={styles.label} dir="auto">
          {roleLabel(person.Role)}
        </p>
        <h2 className={styles.name} dir="auto">
          {readableName(person.ClientName) || 'Sin nombre'}
        </h2>
        <dl className={styles.numbers}>
          {numbers.map(([label, value]) => (
            <div key={label}>
              <dt className={styles.label}>{label}</dt>
              <dd className={styles.number} dir="auto">
                {value || '—'}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={styles.foot} data-only-here>
        <Icon name="ok" size={18} />
        Disponible sin conexión
      </p>
    </article>
  );
}
