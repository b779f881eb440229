import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon, type IconName } from '../base/icon.tsx';
import { Avatar, Sign, type SignProps } from '../base/sign.tsx';
import { TitleAndDetail } from '../cards/title-and-detail.tsx';
import { type LinkTarget, ScreenLink } from '../controls/screen-link.tsx';
import styles from './rows.module.css';

interface RowProps extends Pick<SignProps, 'tone'> {
  /** What its sign shows: an icon, or the initials of a person. */
  icon: IconName | { initials: string };
  title: ReactNode;
  detail?: ReactNode;
  /** A verb instead of the arrow. */
  action?: string;
  /** False, without an arrow, for a row that expands in place. */
  leads?: boolean;
  to?: LinkTarget;
  /** An address out of the app, as of a telephone. Without `to` and `href` the row is a button. */
  href?: string;
  onClick?: (event: MouseEvent) => void;
}

interface RowGroupProps {
  label?: string;
  /** Where there already is a surface. */
  flat?: boolean;
  /** Lower rows, where there are many. */
  thin?: boolean;
  children: ReactNode;
}

/** Related links on one surface with hairlines between them. */
export function RowGroup({ label, flat, thin, children }: RowGroupProps) {
  return (
    <ul className={classNames(styles.group, flat && styles.flat, thin && styles.thin)} aria-label={label}>
      {children}
    </ul>
  );
}

/** One link of a group: icon, title, detail, and an arrow or a verb. */
export function Row({ icon, tone, title, detail, action, leads = true, to, href, onClick }: RowProps) {
  const inside = (
    <>
      {typeof icon === 'string' ? <Sign icon={icon} tone={tone} /> : <Avatar {...icon} />}
      <span className={styles.body}>
        <TitleAndDetail styles={styles} title={title} detail={detail} />
      </span>
      {action ? <span className="small bold ceiba firm">{action}</span> : leads && <Icon name="next" size={20} />}
    </>
  );
  return (
    <li className={styles.item}>
      {to && (
        <ScreenLink className={styles.row} to={to} onClick={onClick}>
          {inside}
        </ScreenLink>
      )}
      {href !== undefined && (
        <a className={styles.row} href={href}>
          {inside}
        </a>
      )}
      {!to && href === undefined && (
        <button type="button" className={styles.row} onClick={onClick}>
          {inside}
        </button>
      )}
    </li>
  );
}

/** A line of a group that is a control of its own, such as a switch. */
export function ControlRow({ children }: { children: ReactNode }) {
  return (
    <li className={styles.item}>
      <div className={classNames(styles.row, styles.control)}>{children}</div>
    </li>
  );
}

interface InfoRowProps extends SignProps, Pick<RowProps, 'title' | 'detail'> {
  /** Quiet buttons at the right, or below the text where they would squeeze it. */
  children?: ReactNode;
}

/** One line of a group that leads nowhere: icon, title, detail, and its own buttons. */
export function InfoRow({ icon, tone, title, detail, children }: InfoRowProps) {
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <Sign icon={icon} tone={tone} />
        <span className={styles.body}>
          <TitleAndDetail styles={styles} title={title} detail={detail} />
          {children && <span className={styles.acts}>{children}</span>}
        </span>
      </div>
    </li>
  );
}
