import { useUnread } from '#mirror/hooks.tsx';
import { screens } from '#rules/screens.ts';
import { Icon } from '#ui/base/icon.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import styles from './bell.module.css';

/** The button to Novedades, with a dot while there are unread news. */
export function Bell({ className = '' }: { className?: string | undefined }) {
  const unread = useUnread();
  const label = unread === 0 ? 'Novedades' : `Novedades, ${unread} sin leer`;
  return (
    <ScreenLink className={`${styles.bell} ${className}`} to={screens.news} aria-label={label} title={label}>
      <Icon name="bell" />
      {unread > 0 && <span className={styles.dot} />}
    </ScreenLink>
  );
}
