import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { CalmNote, EmptyState, FailedState, type GhostShape, LoadingState, OfflineNote } from './states.tsx';
import { words } from './words.ts';

export interface ShownProps {
  state: 'loading' | 'offline' | 'over' | 'outdated' | 'failed' | 'empty' | 'filled';
  /** 'Cargando tus pagos...' */
  loading: string;
  /** Shown when there is nothing. Its title is also shown after a failure, with the reason below (D37). */
  empty: { icon?: IconName; title: string; text?: ReactNode; action?: ReactNode };
  /** Shown instead after a failure, where the empty title would be believed. */
  failed?: { title: string; text?: string };
  /** Shown instead when it is not on this device and there is no connection. */
  offline?: { title: string; text: string };
  /** Shown when the customer has to sign in again first. */
  over?: { title: string; text: string; onSignIn: () => void };
  /** Shown when the app is too old for its backend. */
  outdated?: { title: string; text: string };
  shape?: GhostShape;
  onRetry: () => void;
  retrying: boolean;
  children: ReactNode;
}

/** Fetched content, or a text that says why it is not there. */
export function Shown(props: ShownProps) {
  const { state, loading, empty, failed, offline, over, outdated, shape, onRetry, retrying, children } = props;
  const retry = (
    <Button look="line" onClick={onRetry} loading={retrying}>
      {words.retry}
    </Button>
  );
  if (state === 'loading') return <LoadingState text={loading} {...(shape && { shape })} />;
  if (state === 'offline') {
    return <OfflineNote title={failed?.title ?? empty.title} text={words.offlineText} {...offline} action={retry} />;
  }
  if (state === 'over' && over) {
    return (
      <CalmNote
        icon="lock"
        title={over.title}
        text={over.text}
        action={<Button onClick={over.onSignIn}>{words.signIn}</Button>}
      />
    );
  }
  if (state === 'outdated' && outdated) return <CalmNote icon="refresh" {...outdated} action={retry} />;
  if (state === 'failed' || state === 'over' || state === 'outdated')
    return <FailedState title={empty.title} text={words.failedText} {...failed} action={retry} />;
  if (state === 'empty') return <EmptyState {...empty} />;
  return children;
}
