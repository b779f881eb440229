import type { ReactNode } from 'react';
import { Logo, LogoMark } from '../base/logo.tsx';
import { Button } from '../controls/button.tsx';
import { FactList } from '../lists/fact-list.tsx';
import styles from './receipt.module.css';

interface ReceiptProps {
  title: string;
  /** The number the customer can quote. */
  number: string;
  lines: readonly { term: string; text: ReactNode }[];
  printLabel: string;
}

/** The customer's proof of a request. It prints alone on a sheet, without the controls around it. */
export function Receipt({ title, number, lines, printLabel }: ReceiptProps) {
  return (
    <section className={styles.receipt} aria-label={`${title} ${number}`}>
      <p className={styles.brand}>
        <Logo size="small" />
      </p>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.number}>{number}</p>
        </div>
        <span className={styles.mark} aria-hidden="true">
          <LogoMark />
        </span>
      </div>
      <FactList className={styles.list} facts={lines.map(({ term, text }) => [term, text])} />
      <Button className={styles.print} look="line" size="small" fit icon="doc" onClick={() => window.print()}>
        {printLabel}
      </Button>
    </section>
  );
}
