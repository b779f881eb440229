import type { ReactNode } from 'react';
import type { ProblemCode } from '#contract/result.ts';
import type { MirroredView } from '#mirror/hooks.tsx';
import { type LoadState, loadStateOf } from '#mirror/load-state.ts';
import { failureOf, failureTexts, SIGN_IN_AGAIN, UPDATE_THE_APP } from '#rules/failures.ts';
import { briefAge, updatedText } from '#rules/updated.ts';
import { notHere, thisDevice } from '#senses/this-device.ts';
import type { IconName } from '#ui/base/icon.tsx';
import { Screen, type ScreenProps } from '#ui/base/screen.tsx';
import { words } from '#ui/base/words.ts';
import { Button } from '#ui/controls/button.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Banner } from '#ui/states/banner.tsx';
import { CalmNote, EmptyState, FailedState, type GhostShape, LoadingState, OfflineNote } from '#ui/states/states.tsx';
import { useSignInAgain } from './sign-in-again.ts';
import { Updated } from './updated.tsx';

/** What a screen needs of a view. */
export type View = Pick<
  MirroredView<unknown>,
  'groups' | 'at' | 'problem' | 'loading' | 'refreshing' | 'refresh' | 'since'
>;

interface StateProps {
  view: View;
  /** Overrides the view's state when the screen knows more. */
  state?: LoadState;
  /** 'Cargando tus pagos...' */
  loading: string;
  /** Shown when the server answered that there is nothing. */
  empty: { icon?: IconName; title: string; text?: ReactNode; action?: ReactNode };
  /** What failed; without it, that it is not on this device (D70). */
  failed?: { title: string };
  /** What the customer can do without a connection, below the words that it is not on this device. */
  offline?: { text: string };
  shape?: GhostShape;
  children: ReactNode;
}

export interface MirroredScreenProps extends Omit<ScreenProps, 'onBack' | 'updated'>, StateProps {
  /** Shown instead of the age while nothing is mirrored. Without it there is then no age and no 'Actualizar'. */
  noAge?: string | false;
  /** The view whose age and 'Actualizar' the screen has, where it shows more than the list; the list's by default. */
  whole?: View;
  /** Whether the content shows the age and 'Actualizar', as at its list's heading. */
  ownAge?: boolean;
  /** Content above the list in every state. */
  above?: ReactNode;
}

/** A screen of mirrored rows. It shows loading, empty, failed and offline; with rows, also their age and 'Actualizar'. */
export function MirroredScreen(props: MirroredScreenProps) {
  const { title, aside, about, wide, foot, beside = null, side, above, ownAge, ...mirrored } = props;
  const { noAge = false, view, whole = view, ...shown } = mirrored;
  const goBack = useGoBack();
  return (
    <Screen
      title={title}
      onBack={goBack}
      aside={aside}
      about={about}
      {...(wide && { wide })}
      foot={foot}
      beside={beside}
      side={side}
      updated={!ownAge && (view.groups || noAge) && <ViewAge view={whole} {...(noAge && { noAge })} />}
    >
      {above}
      <ViewState view={view} {...shown} />
      <OlderYears view={view} />
    </Screen>
  );
}

/** Says which years wait and for what, where few bytes were to be spent (D69). With a connection they are on their way. */
function OlderYears({ view: { since, problem } }: { view: View }) {
  const online = useOnline();
  const failed = useFailureText(problem);
  if (since === null || (online && problem === null)) return null;
  const why = problem === 'unauthorised' ? `${SIGN_IN_AGAIN}.` : failed;
  return (
    <Banner icon={online ? 'alert' : 'offline'} tone="warn">
      Lo anterior a {since} aún no está en {thisDevice()}. {online ? why : words.offlineText}
    </Banner>
  );
}

/**
 * A view's age and the button 'Actualizar', or 'Ingresar' when only a sign-in can bring something newer (D49).
 * `brief` is for a list's heading.
 */
export function ViewAge({ view, noAge = '', brief }: { view: View; noAge?: string; brief?: boolean }) {
  const age = useViewAge(view);
  const briefly = useViewAge(view, briefAge);
  const signIn = useSignInAgain();
  const isOver = view.problem === 'unauthorised';
  return (
    <Updated
      text={age || noAge}
      brief={brief ? briefly : undefined}
      {...(isOver && { action: words.signIn })}
      onRefresh={isOver ? signIn : view.refresh}
      refreshing={view.refreshing}
    />
  );
}

/** 'Actualizado hace 5 min', preceded by the reason when the last pull failed; '' while nothing is mirrored. */
export function useViewAge({ at, problem }: View, textOf = updatedText): string {
  const now = useMinute();
  const online = useOnline();
  return textOf(at, problem && failureOf(problem, online), now);
}

/** A view's content, or why there is none. */
export function ViewState({ view, state = loadStateOf(view), ...shown }: StateProps) {
  const { loading, empty, failed, offline, shape, children } = shown;
  const signIn = useSignInAgain();
  const text = useFailureText(view.problem);
  const online = useOnline();
  const retry = (
    <Button look="line" onClick={view.refresh} loading={view.refreshing}>
      {words.retry}
    </Button>
  );
  // The browser has a network, so 'you are offline' would be wrong: the server did not answer.
  switch (state === 'offline' && online ? 'failed' : state) {
    case 'loading':
      return <LoadingState text={loading} {...(shape && { shape })} />;
    case 'offline':
      // A device without a connection has nothing to try again; what is missing comes by itself.
      return <OfflineNote title={notHere()} text={[words.offlineText, offline?.text].filter(Boolean).join(' ')} />;
    case 'over':
      return (
        <CalmNote
          icon="lock"
          title={SIGN_IN_AGAIN}
          text={text}
          action={<Button onClick={signIn}>{words.signIn}</Button>}
        />
      );
    case 'outdated':
      return <CalmNote icon="refresh" title={UPDATE_THE_APP} text={text} action={retry} />;
    case 'failed':
      return (
        <FailedState title={failed?.title ?? notHere()} text={failed ? `${notHere()}. ${text}` : text} action={retry} />
      );
    case 'empty':
      return <EmptyState {...empty} />;
    default:
      return children;
  }
}

/** Why there is nothing to show, and what to do. */
export function useFailureText(problem: ProblemCode | null): string {
  const online = useOnline();
  return failureTexts[problem ? failureOf(problem, online) : 'other'];
}
