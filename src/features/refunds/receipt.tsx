import type { QueueReceipt } from '#outbox/receipts.ts';
import { longDateAndTime } from '#rules/dates.ts';
import { Button } from '#ui/button.tsx';
import { LogoMark } from '#ui/logo.tsx';
import { receiptLines } from './labels.ts';
import styles from './receipt.module.css';
import { useLocale } from './use-locale.ts';

/** 'Comprobante': number, time and what was asked for; prints alone on a sheet. */
export function Receipt({ receipt }: { receipt: QueueReceipt }) {
  const locale = useLocale();
  const { numero, fecha } = receipt.recibo;
  return (
    <section className={styles.receipt} aria-labelledby="receipt">
      <div className={styles.head}>
        <h2 id="receipt" className={styles.title}>
          Comprobante
        </h2>
        <span className={styles.mark} aria-hidden="true">
          <LogoMark />
        </span>
      </div>
      <p className={styles.number}>{numero}</p>
      <dl className={styles.list}>
        <div>
          <dt>Recibida</dt>
          <dd>{longDateAndTime(fecha)}</dd>
        </div>
        {receiptLines(receipt.label, locale).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      <Button className={styles.print} look="quiet" size="small" fit icon="doc" onClick={() => window.print()}>
        Imprimir o guardar en PDF
      </Button>
    </section>
  );
}
