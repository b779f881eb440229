import type { RefundType } from '#contract/refunds.ts';
import { refundNeeds } from '#rules/refund-form.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Checklist } from '#ui/base/checklist.tsx';
import styles from './needs.module.css';

interface NeedsProps {
  type: RefundType;
  /** The problems of the whole form by field: what has none is there. */
  open: Readonly<Record<string, string>>;
}

/** 'Qué necesitas': what a request of this type asks for, with a tick beside what the form has already. */
export function Needs({ type, open }: NeedsProps) {
  const lines = refundNeeds[type].map(({ text, fields }) => ({
    text,
    done: fields.every((name) => !Object.hasOwn(open, name)),
  }));
  return (
    <section className={styles.needs} aria-label="Qué necesitas">
      <h2 className={styles.title}>Qué necesitas</h2>
      <Checklist lines={lines} />
      <p className={styles.calm}>Son 4 pasos. Guardamos lo que escribas en {thisDevice()}: puedes dejarlo y volver.</p>
    </section>
  );
}
