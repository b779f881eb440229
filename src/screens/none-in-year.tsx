import type { IconName } from '#ui/base/icon.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { EmptyState, LoadingState } from '#ui/states/states.tsx';
import type { View } from './mirrored-screen.tsx';

interface NoneInYearProps {
  view: View;
  /** The year of the page; '' for what has no date. */
  year: string;
  /** 'pagos' */
  nouns: string;
  icon: IconName;
  loading: string;
}

/**
 * A year's page without rows. That there are none is said only of a year that is here (D70): one from before the years that
 * were brought is on its way, or waits, which the screen says below (OlderYears).
 */
export function NoneInYear({ view: { since, problem }, year, nouns, icon, loading }: NoneInYearProps) {
  const online = useOnline();
  if (since === null || year === '' || year >= since)
    return <EmptyState icon={icon} title={`No tenemos ${nouns} ${year === '' ? 'sin fecha' : `de ${year}`}`} />;
  return online && problem === null && <LoadingState text={loading} />;
}
