import type { ReactNode } from 'react';
import type { MirroredView } from '#mirror/hooks.tsx';
import { type ShownState, shownState } from '#mirror/shown.ts';
import { updatedText } from '#rules/updated.ts';
import { useGoBack } from '#ui/go-back.ts';
import { Screen, type ScreenProps } from '#ui/screen.tsx';
import { Shown, type ShownProps } from '#ui/shown.tsx';
import { Updated } from '#ui/updated.tsx';
import { useMinute } from '#ui/use-minute.ts';

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
  const { title, about, wide, foot, above, noAge = false, view, ...shown } = props;
  const goBack = useGoBack();
  return (
    <Screen
      title={title}
      onBack={goBack}
      about={about}
      {...(wide && { wide })}
      foot={foot}
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

/** 'Actualizado hace 5 min'; '' while nothing is mirrored. */
export function useViewAge({ at, problem }: View): string {
  const now = useMinute();
  return updatedText(at, problem !== null, now);
}

/** What a view holds, or why it is not there. */
export function ViewState({ view, state = shownState(view), ...shown }: StateProps) {
  return <Shown {...shown} state={state} onRetry={view.refresh} retrying={view.refreshing} />;
}
