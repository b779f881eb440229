import type { RefundType } from '#contract/refunds.ts';
import { refundNeeds } from '#rules/refund-form.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Icon } from '#ui/base/icon.tsx';
import styles from './needs.module.css';

/** 'Qué necesitas': what a request of this type asks for. */
export function Needs({ type }: { type: RefundType }) {
  return (
    <section className={styles.needs} aria-label="Qué necesitas">
      <h2 className={styles.title}>Qué necesitas</h2>
      <ul className={styles.list}>
        {refundNeeds[type].map((need) => (
          <li key={need} className={styles.need}>
            <Icon name="ok" size={18} />
            <span>{need}</span>
          </li>
        ))}
      </ul>
      <p className={styles.calm}>Son 4 pasos. Guardamos lo que escribas en {thisDevice()}: puedes dejarlo y volver.</p>
    </section>
  );
}
