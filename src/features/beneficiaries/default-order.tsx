import styles from './default-order.module.css';

/** H2.51: who receives the benefit when the customer has named nobody. */
export function DefaultOrder() {
  return (
    <span className={styles.order}>
      Mientras no designes a nadie, el orden de los beneficiarios es:
      <span className={styles.list}>
        <span>1. Tu cónyuge o pareja registrada</span>
        <span>2. Tus hijos</span>
        <span>3. Tus herederos legales</span>
      </span>
    </span>
  );
}
