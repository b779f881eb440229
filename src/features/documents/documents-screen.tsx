import { useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { documents as documentsCollection } from '#mirror/collections.ts';
import { useMirrored, useSavedDocuments } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { type SavedDocument, sameDocument } from '#mirror/saved-documents.ts';
import { sizeText } from '#rules/files.ts';
import { countText } from '#rules/money.ts';
import { MirroredScreen } from '#screens/mirrored-screen.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { markWords, useMarks } from '#screens/use-marks.ts';
import { usePolicyTitle } from '#screens/use-policy-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import { useWide } from '#ui/hooks/media.ts';
import { LongList } from '#ui/lists/long-list.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { CategoryDrawer } from './category-drawer.tsx';
import { DocumentCard } from './document-card.tsx';
import { DocumentBeside, DocumentDialog } from './document-dialog.tsx';
import styles from './documents-screen.module.css';
import { categoriesIn, documentKeys, type NamedDocument, namedDocuments } from './named-documents.ts';

/** Keeps the count's place. Of a part of the list a count would be wrong. */
const NO_COUNT = '\u00a0';

const NONE: readonly SavedDocument[] = [];

const ONLY_KEPT = 'No pudimos actualizar. Estos son los guardados en este dispositivo';

/** Height of a card with its gap, in pixels: alone, and in the close list beside an open document. */
const CARD_PX = 90;
const CLOSE_CARD_PX = 70;

/** H2.59 to H2.61: the documents of a policy by category. A customer opens them or keeps them on the device. */
export function DocumentsScreen() {
  const { policyId } = useParams({ from: '/app/documentos/$policyId' });
  return <Documents key={policyId} policyId={policyId} />;
}

function Documents({ policyId }: { policyId: string }) {
  const wide = useWide();
  const view = useMirrored(documentsCollection, policyId);
  const marks = useMarks(view, { keysOf: documentKeys, words: markWords.masculine, contentOf: nameOnly });
  const locale = useLocale();
  const kept = useSavedDocuments() ?? NONE;
  const [chosen, setCategory] = useEntryState<string | null>('category', null);
  const [choosing, setChoosing] = useState(false);
  const [opened, setOpened] = useState<NamedDocument | null>(null);
  const listed = useMemo(
    () => namedDocuments(policyId, view.groups?.flatMap(({ rows }) => rows) ?? []),
    [policyId, view.groups],
  );
  const keptHere = useMemo(() => kept.filter((saved) => saved.policyId === policyId), [kept, policyId]);
  // Of a part of the list nobody knows yet what it leaves out.
  const all = useMemo(
    () => (view.partial ? listed : [...listed, ...notListed(keptHere, listed)]),
    [listed, keptHere, view.partial],
  );
  const state = loadStateOf(view);
  const categories = categoriesIn(all);
  // A refresh may remove the last document of the chosen category.
  const category = chosen !== null && categories.includes(chosen) ? chosen : null;
  const shown = useMemo(
    () => (category === null ? all : all.filter(({ name }) => name.category === category)),
    [all, category],
  );
  const keptOf = (one: NamedDocument) => kept.find((saved) => sameDocument(saved, one.name));
  const oneOpened = (document: NamedDocument) => ({
    ...{ document, kept: keptOf(document) ?? null },
    onClose: () => setOpened(null),
  });
  const item = (index: number) => {
    const one = shown[index];
    return (
      one && (
        <DocumentCard
          name={one.name}
          kept={keptOf(one) !== undefined}
          current={wide ? opened !== null && sameDocument(opened.name, one.name) : undefined}
          onOpen={() => setOpened(one)}
        />
      )
    );
  };

  return (
    <MirroredScreen
      title="Tus Documentos"
      about={usePolicyTitle(policyId)}
      view={view}
      // Documents kept on this device are shown even when the list is missing.
      state={state !== 'loading' && all.length > 0 ? 'filled' : state}
      loading="Cargando tus documentos..."
      empty={{ title: 'No tenemos documentos que mostrarte', text: 'Los papeles de tu póliza aparecerán aquí.' }}
      noAge={all.length > 0 && ONLY_KEPT}
      above={
        // The dialog is not inside the list: a full device may evict the list while one of its documents is open.
        opened && !wide && <DocumentDialog {...oneOpened(opened)} />
      }
      beside={
        wide && (all.length > 0 || state === 'loading')
          ? {
              label: 'Documento',
              content: opened ? (
                <DocumentBeside key={JSON.stringify(opened.name)} {...oneOpened(opened)} />
              ) : (
                <EmptyState icon="doc" title="Elige un documento" text="Aquí podrás abrirlo o guardarlo." />
              ),
            }
          : null
      }
    >
      <div className={styles.tools}>
        <Button look="line" size="small" fit icon="down" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {category === null ? 'Todos' : category || 'Sin categoría'}
        </Button>
        <p className="soft small" role="status">
          {view.partial ? NO_COUNT : countWords(shown.length, locale)}
        </p>
      </div>
      {keptHere.length > 0 && (
        <p className="soft small">
          {keptHere.length === 1 ? '1 guardado' : `${keptHere.length} guardados`} en este dispositivo,{' '}
          {sizeText(keptHere.reduce((sum, { size }) => sum + size, 0))}
        </p>
      )}
      <LongList
        key={category}
        label="Documentos"
        count={shown.length}
        keyOf={useCallback((index: number) => shown[index]?.key ?? '', [shown])}
        marks={marks}
        partial={view.partial}
        estimate={() => (wide ? CLOSE_CARD_PX : CARD_PX)}
        item={item}
      />
      <CategoryDrawer
        open={choosing}
        categories={categories}
        chosen={category}
        onChoose={setCategory}
        onClose={() => setChoosing(false)}
      />
    </MirroredScreen>
  );
}

/** A document shows its name, and that makes its key. Its address changes. */
const nameOnly = () => null;

const countWords = (count: number, locale: string): string =>
  count === 1 ? '1 documento' : `${countText(count, locale)} documentos`;

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
