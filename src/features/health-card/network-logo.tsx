import styles from './network-logo.module.css';

/** The second logo of the card: the medical network that accepts it. */
export function NetworkLogo() {
  return (
    <span className={styles.logo}>
      <svg width="26" height="26" viewBox="0 0 40 40" aria-hidden="true">
        <path className={styles.arch} d="M4 37V20a16 16 0 0 1 32 0v17z" />
        <path className={styles.cross} d="M20 14v16M12 22h16" />
      </svg>
      <span>
        Red médica
        <br />
        internacional
      </span>
    </span>
  );
}
