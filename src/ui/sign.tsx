import { Icon, type IconName } from './icon.tsx';
import styles from './sign.module.css';

export interface SignProps {
  icon: IconName;
  /** ceiba for actions, neutral for things. */
  tone?: 'neutral' | 'ceiba' | 'life' | 'health' | 'warn' | 'bad';
  large?: boolean;
}

/** An icon on a tinted square, at the start of a row or card. */
export function Sign({ icon, tone = 'neutral', large }: SignProps) {
  return (
    <span className={styles.sign} data-tone={tone} data-large={large}>
      <Icon name={icon} size={large ? 24 : 20} />
    </span>
  );
}
