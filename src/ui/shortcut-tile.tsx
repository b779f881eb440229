import type { MouseEvent, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './shortcut-tile.module.css';

interface ShortcutTileProps {
  icon: IconName;
  label: string;
  href: string;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** A square with an icon and its name below, four in a row. */
export function ShortcutTile({ icon, label, href, onClick }: ShortcutTileProps) {
  return (
    <a className={styles.tile} href={href} onClick={onClick}>
      <span className={styles.square}>
        <Icon name={icon} />
      </span>
      <span className={styles.label}>{label}</span>
    </a>
  );
}

/** The row of the tiles. At a large text size they wrap. */
export function ShortcutRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
