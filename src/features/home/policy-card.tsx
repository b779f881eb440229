import type { ReactNode } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import styles from './policy-card.module.css';

export interface PolicyFigure {
  label: string;
  /** As a text: '$500,000'. */
  value: string;
  /** A small addition after the figure: 'al mes'. */
  note?: string;
}

interface PolicyCardProps {
  kind: 'life' | 'health' | 'savings' | 'arrears';
  /** The insurance line: 'Salud'. */
  line: string;
  name: string;
  /** 'Póliza 02-118-004471' */
  number: string;
  status?: { text: string; good: boolean };
  /** One or two main figures. */
  figures: readonly PolicyFigure[];
  /** row: figures side by side; column: one below the other, for coverages of a million and more. */
  layout?: 'row' | 'column';
  /** The bottom line: premium at the left, last payment at the right. */
  foot?: readonly [ReactNode, ReactNode?];
}

/** A policy in its colour under a large arch, with its main figures and its status. */
export function PolicyCard(props: PolicyCardProps) {
  const { kind, line, name, number, status, figures, layout = 'row', foot } = props;
  return (
    <article className={styles.card} data-kind={kind}>
      <PolicyArch className={styles.arch} />
      <div className={styles.top}>
        <div className={styles.names}>
          <p className={styles.small}>{line}</p>
          <h2 className={styles.name} dir="auto">
            {name}
          </h2>
        </div>
        {status?.good && (
          <span className={styles.status} data-good>
            {status.text}
          </span>
        )}
      </div>
      {number && (
        <p className={styles.small} dir="auto">
          {number}
        </p>
      )}
      {/* A status of several words has the card's whole width. */}
      {status && !status.good && (
        <p className={styles.warning} data-good={false}>
          {status.text}
        </p>
      )}
      <dl className={classNames(styles.figures, layout === 'column' && styles.column)}>
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt className={styles.small}>{figure.label}</dt>
            <dd className={styles.figure}>
              {figure.value}
              {figure.note && <span className={styles.note}> {figure.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {foot && (foot[0] || foot[1]) && (
        <p className={styles.foot}>
          <span>{foot[0]}</span>
          {foot[1] && <span>{foot[1]}</span>}
        </p>
      )}
    </article>
  );
}

/** The arch that a policy stands under. */
export function PolicyArch({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 200 220" aria-hidden="true">
      <path d="M10 220V100a90 90 0 0 1 180 0v120" />
      <path d="M46 220V102a54 54 0 0 1 108 0v118" />
    </svg>
  );
}
