import type { ReactNode } from 'react';
import { usePolicy } from '#mirror/hooks.tsx';
import type { QueueReceipt } from '#outbox/receipts.ts';
import { longDateAndTime } from '#rules/dates.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Logo, LogoMark } from '#ui/base/logo.tsx';
import { Button } from '#ui/controls/button.tsx';
import { FactList } from '#ui/lists/fact-list.tsx';
import styles from './request-receipt.module.css';
import { linesOf } from './requests.ts';

/** 'Comprobante': number, time and content of a request, the same on every screen. It prints alone on a sheet. */
export function RequestReceipt({ receipt: { recibo, label, policy } }: { receipt: QueueReceipt }) {
  const locale = useLocale();
  const numeroPoliza = usePolicy(policy ?? '')?.PolicyNumber ?? '';
  const lines = linesOf(recibo.tipo, { numeroPoliza, ...label }, locale);
  const facts: [string, ReactNode][] = [
    ['Recibido', longDateAndTime(recibo.fecha)],
    ...lines.map(({ term, text }): [string, ReactNode] => [term, text]),
  ];
  return (
    <section className={styles.receipt} aria-label={`Comprobante ${recibo.numero}`}>
      <p className={styles.brand}>
        <Logo size="small" />
      </p>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>Comprobante</h2>
          <p className={styles.number}>{recibo.numero}</p>
        </div>
        <span className="unprinted ceiba firm" aria-hidden="true">
          <LogoMark />
        </span>
      </div>
      <FactList className={styles.list} facts={facts} />
      <Button className={styles.print} look="line" size="small" fit icon="doc" onClick={() => window.print()}>
        Imprimir o guardar en PDF
      </Button>
    </section>
  );
}
