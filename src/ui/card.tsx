import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** A plain surface with a soft shadow. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.card, className)}>{children}</div>;
}

interface LinkCardProps {
  icon?: IconName;
  tone?: 'ceiba' | 'health' | 'life';
  title: ReactNode;
  detail?: ReactNode;
  href: string;
  onClick?: (event: React.MouseEvent<HTMLAnchorElement>) => void;
}

/** A card that is a link: tinted icon, title, one line of detail, arrow. */
export function LinkCard({ icon, tone = 'ceiba', title, detail, href, onClick }: LinkCardProps) {
  return (
    <a className={classNames(styles.card, styles.link)} href={href} onClick={onClick}>
      {icon && (
        <span className={styles.sign} data-tone={tone}>
          <Icon name={icon} />
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {detail && (
          <span className={styles.detail} dir="auto">
            {detail}
          </span>
        )}
      </span>
      <span className={styles.arrow}>
        <Icon name="next" />
      </span>
    </a>
  );
}
