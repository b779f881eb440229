import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon, type IconName } from '../base/icon.tsx';
import { type Tone, tintOf } from '../base/tone.ts';
import styles from './states.module.css';

interface StateProps {
  title: ReactNode;
  text?: ReactNode;
  /** The one action: a Button or ButtonLink. */
  action?: ReactNode;
}

/** For a list that is still empty, which is no error. */
export function EmptyState({ icon = 'doc', ...rest }: StateProps & { icon?: IconName }) {
  return <State icon={icon} tone="ceiba" {...rest} />;
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
  return <State icon="offline" tone="warn" {...props} />;
}

/** For content that needs an action of the customer first. No error. */
export function CalmNote({ icon, ...rest }: StateProps & { icon: IconName }) {
  return <State icon={icon} tone="warn" {...rest} />;
}

/** What comes: a list; a card to hold out; a case with its amount; a year of payments; people with their facts; home. */
export type GhostShape = 'list' | 'card' | 'case' | 'year' | 'people' | 'home';

/** For content that is loading: grey shapes of what comes, and a text for screen readers. */
export function LoadingState({ text, shape = 'list' }: { text: string; shape?: GhostShape }) {
  return (
    <div className="stack-list" role="status" data-shape={shape}>
      <p className={classNames('soft small', styles.waiting)}>{text}</p>
      <Ghosts shape={shape} />
    </div>
  );
}

/** The grey shapes alone, for what comes beside a list that says it is loading. */
export function Ghost({ shape }: { shape: GhostShape }) {
  return (
    <div className="stack-list" data-shape={shape}>
      <Ghosts shape={shape} />
    </div>
  );
}

function Ghosts({ shape }: { shape: GhostShape }) {
  return (
    <>
      {shape === 'case' && <div className={styles.ghostAmount} aria-hidden="true" />}
      {shape === 'year' && <div className={styles.ghostField} aria-hidden="true" />}
      {hasCard.includes(shape) && <div className={styles.ghostCard} aria-hidden="true" />}
      <div className={classNames('stack-list', styles.ghosts)} aria-hidden="true">
        <GhostEntry />
        <GhostEntry />
        <GhostEntry />
      </div>
      {shape === 'home' && (
        <div className={styles.ghostTiles} aria-hidden="true">
          <div className={styles.ghostCard} />
          <div className={styles.ghostCard} />
        </div>
      )}
    </>
  );
}

const hasCard: GhostShape[] = ['card', 'case', 'year', 'home'];

/** A grey entry of a list: a sign or a day, and two lines beside it. */
function GhostEntry() {
  return (
    <div className={styles.ghostRow}>
      <span className={styles.ghostSign} />
      <span className={styles.ghostLines}>
        <span />
        <span />
      </span>
    </div>
  );
}

function State({ icon, tone, title, text, action }: StateProps & { icon: IconName; tone: Tone }) {
  return (
    <div className={styles.state}>
      <ArchSign icon={icon} tone={tone} />
      <p className={styles.title} dir="auto">
        {title}
      </p>
      {text && (
        <div className={styles.text} dir="auto">
          {text}
        </div>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** A large icon under a small arch, above the title of a state or an outcome. */
export function ArchSign({ icon, tone }: { icon: IconName; tone: Tone }) {
  return (
    <span className={classNames(styles.arch, tintOf(tone))}>
      <Icon name={icon} size={32} />
    </span>
  );
}
