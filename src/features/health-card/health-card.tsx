import { type Ref, useEffect, useState } from 'react';
import type { InsuredPerson } from '#contract/policies.ts';
import { longDate } from '#rules/dates.ts';
import { readableName, roleLabel } from '#rules/people.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Logo } from '#ui/base/logo.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { Grouped } from './grouped.tsx';
import styles from './health-card.module.css';
import { readOut } from './read-out.ts';

interface HealthCardProps {
  person: InsuredPerson;
  policyNumber: string;
  ref?: Ref<HTMLElement>;
}

/** The numbers that a hospital asks for, the member's number first; '' for what the insurer has not sent. */
export function cardNumbers(person: InsuredPerson, policyNumber: string) {
  return [
    { label: 'N.º de miembro', value: person.AetnaMemberIdNo },
    { label: 'Póliza', value: policyNumber },
    { label: 'Grupo', value: person.AetnaGroupNo },
    { label: 'Pagador electrónico', value: person.AernaElectronicPayerNo },
  ];
}

/**
 * H2.56, H2.57: one person's card. A number that the insurer has not sent is shown as a dash, because hospitals ask for each
 * by name.
 */
export function HealthCard({ person, policyNumber, ref }: HealthCardProps) {
  return (
    <article ref={ref} className={styles.card}>
      <header className={styles.head}>
        <Logo size="small" />
        <NetworkLogo />
      </header>
      <div className={styles.body}>
        <p className="soft small" dir="auto">
          {roleLabel(person.Role)}
        </p>
        <h2 className={styles.name} dir="auto">
          {readableName(person.ClientName) || 'Sin nombre'}
        </h2>
        {person.BirthDate && (
          <p className="soft small">
            Nacimiento: <b className="bold">{longDate(person.BirthDate)}</b>
          </p>
        )}
        <dl className={styles.numbers}>
          {cardNumbers(person, policyNumber).map(({ label, value }) => (
            <div key={label} className={styles.line}>
              <dt>{label}</dt>
              <dd className={styles.number} dir="auto">
                {value ? <Copied key={value} label={label} value={value} /> : '—'}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={styles.foot} data-only-here>
        <Icon name="ok" size={18} />
        Disponible sin conexión
        <span className="soft push">Cópialos aquí</span>
      </p>
    </article>
  );
}

/** How long 'Copiado' is shown. */
const COPIED_MS = 2000;

/** A number in groups that a press copies without blanks, as forms expect it. */
function Copied({ label, value }: { label: string; value: string }) {
  const failure = useFailure();
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    failure.clear();
    try {
      await navigator.clipboard.writeText(value.replace(/\s/gu, ''));
      setCopied((count) => count + 1);
    } catch {
      failure.fail('No pudimos copiarlo. Usa «Mostrar» y cópialo desde ahí.');
    }
  };
  return (
    <>
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copiar ${label}: ${readOut(value)}`}
        onClick={() => void copy()}
      >
        <span className={styles.value}>
          <Grouped value={value} />
        </span>
        <span className={styles.sign} data-not-drawn>
          <Icon name="copy" size={20} />
        </span>
      </button>
      <span role="status" data-not-drawn>
        {copied > 0 && (
          <span className={styles.said}>
            <Icon name="ok" size={16} />
            Copiado
          </span>
        )}
      </span>
      {failure.note && <span data-not-drawn>{failure.note}</span>}
    </>
  );
}

/** The second logo of the card: the medical network that accepts it. */
function NetworkLogo() {
  return (
    <span className={styles.logo}>
      <svg width="26" height="26" viewBox="0 0 40 40" aria-hidden="true">
        <path className={styles.arch} d="M4 37V20a16 16 0 0 1 32 0v17z" />
        <path className={styles.cross} d="M20 14v16M12 22h16" />
      </svg>
      <span>
        Red médica
        <br />
        internacional
      </span>
    </span>
  );
}
