import { useMemo } from 'react';
import type { PolicyDocument } from '#contract/policies.ts';
import { documents } from '#mirror/collections.ts';
import type { Group } from '#mirror/group.ts';
import { useSavedDocuments } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { type SavedDocument, sameDocument } from '#mirror/saved-documents.ts';
import { longDate } from '#rules/dates.ts';
import { holdsWords } from '#rules/folded.ts';
import { countText } from '#rules/money.ts';
import { byMonth, byYear, countOf, newestDateFirst } from '#rules/years.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { useEntries } from '#screens/entries.tsx';
import type { Find } from '#screens/finding.ts';
import { useLocale } from '#screens/use-locale.ts';
import { markWords } from '#screens/use-marks.ts';
import { useYear } from '#screens/use-year.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useWide } from '#ui/hooks/media.ts';
import { DocumentCard } from './document-card.tsx';
import { DocumentBeside, DocumentDialog, Unopened } from './document-dialog.tsx';
import { DocumentTools } from './document-tools.tsx';
import { documentKeys, type NamedDocument, namedDocuments } from './named-documents.ts';

const NONE: readonly SavedDocument[] = [];

/** H2.59 to H2.61: the documents of a policy by year and category. A customer opens them or keeps them on the device. */
export const DocumentsScreen = collectionScreen({
  collection: documents,
  section: 'Documentos',
  // A document shows its name, and that makes its key. Its address changes.
  marking: { keysOf: documentKeys, words: markWords.masculine, contentOf: () => null },
  title: 'Tus Documentos',
  loading: 'Cargando tus documentos...',
  empty: { title: 'No tenemos documentos que mostrarte', text: 'Los papeles de tu póliza aparecerán aquí.' },
  use: useDocuments,
});

const find: Find<NamedDocument> = {
  label: 'Busca por tipo, mes o día',
  nouns: ['documento', 'documentos'],
  search: (rows, typed) => rows.filter(({ name }) => holdsWords(typed, [name.category, longDate(name.createdOn)])),
  facets: [
    {
      name: 'category',
      label: 'Categoría',
      all: 'Todos',
      unnamed: 'Sin categoría',
      of: ({ name }) => name.category,
    },
  ],
};

function useDocuments({ policyId, view, rows, marks }: AtScreen<PolicyDocument>) {
  const wide = useWide();
  const locale = useLocale();
  const kept = useSavedDocuments() ?? NONE;
  const here = useMemo(() => kept.filter((saved) => saved.policyId === policyId), [kept, policyId]);
  const listed = useMemo(() => namedDocuments(policyId, rows), [policyId, rows]);
  // A part of the list does not show what it leaves out.
  const all = useMemo(() => {
    const unlisted = view.partial ? [] : notListed(here, listed);
    // Thousands of rows are not named anew for none.
    return unlisted.length === 0 ? listed : [...listed, ...unlisted];
  }, [listed, here, view.partial]);
  const groups = useMemo(() => documentsByYear(all), [all]);
  const [year, choose] = useYear(
    groups.map(({ label }) => label),
    !view.partial,
  );
  const keptOf = ({ name }: NamedDocument) => kept.find((saved) => sameDocument(saved, name)) ?? null;
  const newest = groups[0]?.rows[0];
  const { content, ownAge, opened, open, close, beside } = useEntries<NamedDocument>(
    { view, groups, rows: all, partial: view.partial, page: year, marks },
    {
      label: 'Documentos',
      nameOf,
      find,
      within: monthsOf,
      tally: ({ searching, shown }) =>
        view.partial || searching ? '' : `${countText(countOf(shown), locale)} ${year ? `en ${year}` : 'sin fecha'}`,
      tools: (finding) => (
        <DocumentTools finding={finding} kept={here} years={groups.map(({ label }) => label)} {...{ year, choose }} />
      ),
      heights: [90, 70],
      entry: (one, { open, onOpen }) => (
        <DocumentCard name={one.name} kept={keptOf(one) !== null} current={wide ? open : undefined} onOpen={onOpen} />
      ),
      detail: {
        label: 'Documento',
        content: ({ row }, onClose) =>
          row && <DocumentBeside key={JSON.stringify(row.name)} document={row} kept={keptOf(row)} onClose={onClose} />,
      },
      // The pane is never empty. A document costs a download and a line in the trail, so it comes on a press.
      unopened: newest && (
        <Unopened
          name={newest.name}
          isHere={keptOf(newest) !== null}
          onOpen={(event) => open({ key: newest.key, row: newest }, event)}
        />
      ),
    },
  );
  const state = loadStateOf(view);
  return {
    // Documents kept on this device are shown even when the list is missing.
    ...(state !== 'loading' && all.length > 0 && { state: 'filled' as const }),
    ownAge,
    noAge: all.length > 0 && ONLY_KEPT,
    // The dialog is not inside the list: a full device may evict the list while one of its documents is open.
    above: opened?.row && !wide && <DocumentDialog document={opened.row} kept={keptOf(opened.row)} onClose={close} />,
    beside: all.length > 0 || state === 'loading' ? beside : null,
    children: content,
  };
}

const ONLY_KEPT = `No pudimos actualizar. Estos son los guardados en ${thisDevice()}`;

const nameOf = ({ key }: NamedDocument): string => key;

const documentsByYear = (all: readonly NamedDocument[]) =>
  byYear(all, ({ name }) => name.createdOn ?? '', newestDateFirst).map(({ year, rows }) => ({ label: year, rows }));

/** With few documents nearly each would have a heading of its own. */
const MAX_UNDIVIDED = 12;

const monthsOf = (group: Group<NamedDocument>): readonly Group<NamedDocument>[] =>
  group.rows.length > MAX_UNDIVIDED && group.label !== ''
    ? byMonth(group, ({ name }) => name.createdOn ?? '')
    : [group];

/** Kept documents that the list does not name: a full device evicted the list, or the insurer removed them. */
function notListed(kept: readonly SavedDocument[], listed: readonly NamedDocument[]): NamedDocument[] {
  return kept
    .filter((saved) => !listed.some(({ name }) => sameDocument(saved, name)))
    .map((saved) => ({
      key: `kept ${JSON.stringify([saved.category, saved.createdOn, saved.place])}`,
      name: saved,
      document: { CategoryDescription: saved.category, CreatedOnDate: saved.createdOn, PhysicalPath: '' },
    }));
}
