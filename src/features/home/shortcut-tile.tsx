import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/base/icon.tsx';
import { type LinkTarget, ScreenLink } from '#ui/controls/screen-link.tsx';
import styles from './shortcut-tile.module.css';

interface ShortcutTileProps {
  icon: IconName;
  label: string;
  to: LinkTarget;
}

/** A square with an icon and its name below, four in a row. */
export function ShortcutTile({ icon, label, to }: ShortcutTileProps) {
  return (
    <ScreenLink className={styles.tile} to={to}>
      <span className={styles.square}>
        <Icon name={icon} />
      </span>
      <span className={styles.label}>{label}</span>
    </ScreenLink>
  );
}

/** The row of the tiles. At a large text size they wrap. */
export function ShortcutRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
