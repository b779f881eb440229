import type { ReactNode } from 'react';
import type { IconName } from '#ui/base/icon.tsx';
import { words } from '#ui/base/words.ts';
import { Button } from '#ui/controls/button.tsx';
import { useNotHere } from '#ui/hooks/here.ts';
import { CalmNote, EmptyState, FailedState, type GhostShape, LoadingState, OfflineNote } from '#ui/states/states.tsx';

export interface ShownProps {
  state: 'loading' | 'offline' | 'over' | 'outdated' | 'failed' | 'empty' | 'filled';
  /** 'Cargando tus pagos...' */
  loading: string;
  /** Shown when the server answered that there is nothing. */
  empty: { icon?: IconName; title: string; text?: ReactNode; action?: ReactNode };
  /** Shown after a failure; without a title, that it is not on this device (D70). */
  failed?: { title?: string; text?: string };
  /** What the customer can do without a connection, below the words that it is not on this device. */
  offline?: { text: string };
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
  const notHere = useNotHere();
  const retry = (
    <Button look="line" onClick={onRetry} loading={retrying}>
      {words.retry}
    </Button>
  );
  if (state === 'loading') return <LoadingState text={loading} {...(shape && { shape })} />;
  // A device without a connection has nothing to try again; what is missing comes by itself.
  if (state === 'offline') {
    return <OfflineNote title={notHere} text={[words.offlineText, offline?.text].filter(Boolean).join(' ')} />;
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
    return <FailedState title={notHere} text={words.failedText} {...failed} action={retry} />;
  if (state === 'empty') return <EmptyState {...empty} />;
  return children;
}
