import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/base/icon.tsx';
import styles from './read-paper.module.css';
import type { Read } from './reading.ts';

/** The sign of where something was read. */
export const signs: Record<Read['from'], IconName> = { code: 'code', scan: 'code', xml: 'doc' };
const origins: Record<Read['from'], string> = { code: 'del código', scan: 'del código', xml: 'del XML' };

interface LineProps {
  label: string;
  from: Read['from'] | 'typed';
  text: string;
  isLead?: boolean;
  typed?: string;
  /** Below it: what the paper says, where the customer wrote something else. */
  other?: string;
  /** The field that it stands for. */
  field?: string | undefined;
  children?: ReactNode;
}

/** What the paper says, or what was typed instead, and where it comes from. */
export function Line({
  label,
  from,
  text,
  isLead = false,
  typed = 'lo escribiste tú',
  other,
  field,
  children,
}: LineProps) {
  if (text === '') return null;
  return (
    <div className={styles.line} data-lead={isLead} data-field={field}>
      <div className={styles.words}>
        <p className={styles.label}>
          {label}{' '}
          <span className={styles.origin}>
            <Icon name={from === 'typed' ? 'edit' : signs[from]} size={16} /> {from === 'typed' ? typed : origins[from]}
          </span>
        </p>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        {other && <p className="soft small">{other}</p>}
      </div>
      {children}
    </div>
  );
}

/** How a line's button looks. */
export const act = { look: 'quiet', size: 'small', fit: true } as const;
