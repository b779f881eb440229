import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

interface StateProps {
  title: ReactNode;
  text?: ReactNode;
  /** The one action: a Button or ButtonLink. */
  action?: ReactNode;
}

/** For a list that is still empty, which is no error. */
export function EmptyState({ icon = 'doc', ...rest }: StateProps & { icon?: IconName }) {
  return <State icon={icon} tone="calm" {...rest} />;
}

/** For a failure. The action tries again. */
export function FailedState(props: StateProps) {
  return (
    <div role="alert">
      <State icon="alert" tone="bad" {...props} />
    </div>
  );
}

/** For content that is not on this device, without a connection to fetch it. */
export function OfflineNote(props: StateProps) {
  return <State icon="offline" tone="waiting" {...props} />;
}

/** For content that needs an action of the customer first. No error. */
export function CalmNote({ icon, ...rest }: StateProps & { icon: IconName }) {
  return <State icon={icon} tone="waiting" {...rest} />;
}

/** For content that is loading: grey shapes of what comes, and a text for screen readers. A 'case' is an amount and its way. */
export function LoadingState({ text, shape = 'list' }: { text: string; shape?: 'list' | 'card' | 'case' }) {
  return (
    <div className={styles.loading} role="status">
      <p className={styles.waiting}>{text}</p>
      {shape === 'case' && <div className={styles.ghostAmount} aria-hidden="true" />}
      {shape !== 'list' && <div className={styles.ghostCard} aria-hidden="true" />}
      <GhostEntry />
      <GhostEntry />
      <GhostEntry />
    </div>
  );
}

/** A grey entry of a list: a sign or a day, and two lines beside it. */
function GhostEntry() {
  return (
    <div className={styles.ghostRow} aria-hidden="true">
      <span className={styles.ghostSign} />
      <span className={styles.ghostLines}>
        <span />
        <span />
      </span>
    </div>
  );
}

function State({ icon, tone, title, text, action }: StateProps & { icon: IconName; tone: 'calm' | 'bad' | 'waiting' }) {
  return (
    <div className={styles.state}>
      <span className={styles.arch} data-tone={tone}>
        <Icon name={icon} size={32} />
      </span>
      <p className={styles.title} dir="auto">
        {title}
      </p>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
