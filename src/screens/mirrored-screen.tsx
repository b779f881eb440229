import type { ReactNode } from 'react';
import type { ProblemCode } from '#contract/result.ts';
import type { MirroredView } from '#mirror/hooks.tsx';
import { type ShownState, shownState } from '#mirror/shown.ts';
import { failureOf, failureTexts, SIGN_IN_AGAIN, UPDATE_THE_APP } from '#rules/failures.ts';
import { updatedText } from '#rules/updated.ts';
import { useGoBack } from '#ui/go-back.ts';
import { Screen, type ScreenProps } from '#ui/screen.tsx';
import { Shown, type ShownProps } from '#ui/shown.tsx';
import { Updated } from '#ui/updated.tsx';
import { useMinute } from '#ui/use-minute.ts';
import { useOnline } from '#ui/use-online.ts';
import { useSignInAgain } from './sign-in-again.ts';

type View = Pick<MirroredView<unknown>, 'groups' | 'at' | 'problem' | 'loading' | 'refreshing' | 'refresh'>;

type StateProps = Omit<ShownProps, 'state' | 'onRetry' | 'retrying'> & {
  view: View;
  /** Where there is more to know of it than the view does. */
  state?: ShownState;
};

export interface MirroredScreenProps extends Omit<ScreenProps, 'onBack' | 'updated'>, StateProps {
  /** Said instead of the age while nothing is mirrored; without it, there is no age then and no way to refresh. */
  noAge?: string | false;
  /** What stands above the list whatever its state. */
  above?: ReactNode;
}

/** A screen of what the device mirrors: loading, empty, failed or offline, and once it is there its age and 'Actualizar'. */
export function MirroredScreen(props: MirroredScreenProps) {
  const { title, about, wide, foot, beside = null, above, noAge = false, view, ...shown } = props;
  const goBack = useGoBack();
  return (
    <Screen
      title={title}
      onBack={goBack}
      about={about}
      {...(wide && { wide })}
      foot={foot}
      beside={beside}
      updated={(view.groups || noAge) && <ViewAge view={view} {...(noAge && { noAge })} />}
    >
      {above}
      <ViewState view={view} {...shown} />
    </Screen>
  );
}

/** How old a view is, and the way to fetch it anew. */
export function ViewAge({ view, noAge = '' }: { view: View; noAge?: string }) {
  const age = useViewAge(view);
  return <Updated text={age || noAge} onRefresh={view.refresh} refreshing={view.refreshing} />;
}

/** 'Actualizado hace 5 min', and before it why the last try failed; '' while nothing is mirrored. */
export function useViewAge({ at, problem }: View): string {
  const now = useMinute();
  const online = useOnline();
  return updatedText(at, problem && failureOf(problem, online), now);
}

/** What a view holds, or why it is not there. */
export function ViewState({ view, state = shownState(view), ...shown }: StateProps) {
  const signIn = useSignInAgain();
  const text = useFailureText(view.problem);
  const online = useOnline();
  const { title } = shown.empty;
  // The browser has a network: what is missing is an answer, and 'you are offline' would be wrong.
  const unreached = state === 'offline' && online;
  return (
    <Shown
      {...shown}
      state={unreached ? 'failed' : state}
      failed={{ title, ...shown.failed, text: [shown.failed?.text, text].filter(Boolean).join(' ') }}
      over={{ title: SIGN_IN_AGAIN, text, onSignIn: signIn }}
      outdated={{ title: UPDATE_THE_APP, text }}
      onRetry={view.refresh}
      retrying={view.refreshing}
    />
  );
}

/** Why there is nothing to show, and what to do. */
export function useFailureText(problem: ProblemCode | null): string {
  const online = useOnline();
  return failureTexts[problem ? failureOf(problem, online) : 'other'];
}
