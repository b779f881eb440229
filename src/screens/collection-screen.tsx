import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Collection } from '#mirror/collections.ts';
import { type MirroredView, useMirrored } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import type { PolicySection } from '#rules/policy-sections.ts';
import type { Mark } from '#ui/lists/mark.tsx';
import { MirroredScreen, type MirroredScreenProps } from './mirrored-screen.tsx';
import { PolicySwitch } from './policy-switch.tsx';
import { type Marking, useMarks } from './use-marks.ts';

/** A mirrored collection as its screen gets it. */
export interface AtScreen<Row> {
  /** '' for a collection of the customer's. */
  policyId: string;
  view: MirroredView<Row>;
  rows: readonly Row[];
  /** The marks of rows that arrived or changed, by their keys; none without `marking`. */
  marks: ReadonlyMap<string, Mark>;
}

type Shown = Omit<MirroredScreenProps, 'view'>;
type Needed = 'title' | 'loading' | 'empty';

interface CollectionDeclaration<Row> extends Partial<Omit<Shown, Needed>>, Pick<Shown, Needed> {
  collection: Collection<Row>;
  /** The section that the screen is of each policy: its policy can then be changed. */
  section?: PolicySection;
  /** Which rows the screen shows; all by default. Without any it is empty. */
  only?: (rows: readonly Row[]) => readonly Row[];
  marking?: Marking<Row>;
  /** A hook: the screen's content, and what else depends on the rows. */
  use: (at: AtScreen<Row>) => Partial<Shown> & Pick<Shown, 'children'>;
}

/** A screen of one mirrored collection, as data. About a policy, it is mounted anew for each. */
export function collectionScreen<Row>(declaration: CollectionDeclaration<Row>) {
  const { collection, section, only = all, marking, use: useContent, ...texts } = declaration;

  function Content({ policyId }: { policyId: string }) {
    const view = useMirrored(collection, policyId || undefined);
    const rows = useMemo(() => only(view.groups?.flatMap((group) => group.rows) ?? []), [view.groups]);
    const marks = useMarks(view, marking);
    const state = loadStateOf(view);
    return (
      <MirroredScreen
        about={policyId !== '' && <PolicySwitch policyId={policyId} section={section} />}
        view={view}
        state={state === 'filled' && rows.length === 0 ? 'empty' : state}
        {...texts}
        {...useContent({ policyId, view, rows, marks })}
      />
    );
  }

  return function CollectionScreen() {
    const { policyId, policy = policyId } = useParams({ strict: false });
    return <Content key={policy} policyId={policy ?? ''} />;
  };
}

const all = <Row,>(rows: readonly Row[]) => rows;
