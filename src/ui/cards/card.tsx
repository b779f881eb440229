import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { Sign, type SignProps } from '../base/sign.tsx';
import { type LinkTarget, ScreenLink } from '../controls/screen-link.tsx';
import styles from './card.module.css';
import { TitleAndDetail } from './title-and-detail.tsx';

/** A plain surface with a soft shadow. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.card, className)}>{children}</div>;
}

interface LinkCardProps extends Partial<Pick<SignProps, 'icon' | 'tone'>> {
  title: ReactNode;
  detail?: ReactNode;
  to: LinkTarget;
  onClick?: () => void;
}

/** A card that is a link: tinted icon, title, one line of detail, arrow. */
export function LinkCard({ icon, tone = 'ceiba', title, detail, to, onClick }: LinkCardProps) {
  return (
    <ScreenLink className={classNames(styles.card, styles.link)} to={to} onClick={onClick}>
      {icon && <Sign icon={icon} tone={tone} large />}
      <TitleAndDetail styles={styles} title={title} detail={detail} />
      <span className="soft push">
        <Icon name="next" />
      </span>
    </ScreenLink>
  );
}
