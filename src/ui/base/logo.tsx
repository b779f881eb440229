import { classNames } from './class-names.ts';
import styles from './logo.module.css';

/** The mark alone: an arch that shelters a dot. It takes the colour of the text around it. */
export function LogoMark({ size = 30 }: { size?: number }) {
  return (
    <svg className="firm" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <path className={styles.arch} d="M5 36V21a15 15 0 0 1 30 0v15" />
      <circle className={styles.dot} cx="20" cy="25" r="6" />
    </svg>
  );
}

/** The mark with the product's name beside it. */
export function Logo({ name = 'Amparo', size = 'large' }: { name?: string; size?: 'large' | 'small' }) {
  return (
    <span className={classNames(styles.logo, size === 'small' && styles.small)}>
      <LogoMark size={size === 'small' ? 26 : 30} />
      <span>{name}</span>
    </span>
  );
}
