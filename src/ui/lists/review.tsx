import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { signsOf } from '../base/signs.ts';
import styles from './review.module.css';

export interface ReviewRow {
  /** Names the row for `returned`. */
  name: string;
  /** The question; '' where the first line names it. */
  label: string;
  /** The first is the answer, the others belong to it. A line with a term is one answer of several. '' without an answer. */
  lines: readonly { term?: string; text: string }[];
  /** Beside the row: a paper's picture. */
  picture?: ReactNode;
  /** What is wrong with it. */
  problem?: string | undefined;
  /** Written large: what is asked for. */
  isLead?: boolean;
  onChange: () => void;
}

interface ReviewProps {
  title: string;
  hideTitle?: boolean;
  about?: string;
  groups: readonly (readonly ReviewRow[])[];
  /** The row that 'Cambiar' led away from: its tint fades. */
  returned?: string | null;
}

/** All answers before they are sent, one row per question (D73). A row is one button that leads to its field. */
export function Review({ title, hideTitle = false, about, groups, returned = null }: ReviewProps) {
  return (
    <section className="stack-4" aria-label={title}>
      {!hideTitle && <h2 className={styles.title}>{title}</h2>}
      {about && <p className={styles.about}>{about}</p>}
      {groups.map((rows, index) => (
        <ul
          key={rows[0]?.name ?? ''}
          className={styles.group}
          data-pictured={isPictured(rows)}
          data-joined={isPictured(groups[index + 1])}
        >
          {rows.map((row) => (
            <li key={row.name} className={styles.item} data-wrong={row.problem !== undefined}>
              {row.picture}
              <Row row={row} returned={row.name === returned} />
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

const EMPTY = 'Sin completar';

const isPictured = (rows: readonly ReviewRow[] = []): boolean => rows.some(({ picture }) => picture);

function Row({ row, returned }: { row: ReviewRow; returned: boolean }) {
  const { name, label, lines, problem, isLead, onChange } = row;
  const first = lines[0]?.text;
  return (
    <button
      type="button"
      className={styles.row}
      data-row={name}
      data-lead={isLead}
      style={isLead ? signsOf(first || EMPTY) : undefined}
      data-returned={returned}
      onClick={onChange}
    >
      <span className={styles.words}>
        {label !== '' && (
          <span className={styles.label} dir="auto">
            {label}
          </span>
        )}
        <span className={styles.answer}>
          {lines.map(({ term, text }) => (
            <span
              key={term ?? text}
              className={
                term === undefined && text === first ? classNames(styles.text, isLead && 'large-amount') : styles.more
              }
              dir="auto"
            >
              {term !== undefined && <span className="soft">{term}: </span>}
              <span className={classNames(styles.value, text === '' && styles.empty)}>{text || EMPTY}</span>
            </span>
          ))}
          {problem !== undefined && (
            <span className={styles.problem}>
              <Icon name="alert" size={18} />
              {problem}
            </span>
          )}
        </span>
      </span>
      <span className={styles.change}>Cambiar</span>
    </button>
  );
}

/** Focuses a row, once the screen's title had the focus. */
export function focusRow(name: string): void {
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(name)}"]`)?.focus();
}
