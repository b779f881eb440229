import { useState } from 'react';
import type { SavedDocument } from '#mirror/saved-documents.ts';
import { sizeText } from '#rules/files.ts';
import type { Finding } from '#screens/finding.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Button } from '#ui/controls/button.tsx';
import { SearchInput } from '#ui/controls/search-input.tsx';
import { CategoryDrawer } from './category-drawer.tsx';
import type { NamedDocument } from './named-documents.ts';

interface DocumentToolsProps {
  finding: Finding<NamedDocument>;
  /** The policy's documents on this device. */
  kept: readonly SavedDocument[];
}

/** The search, the filter by category, and how much is kept on this device. */
export function DocumentTools({ finding, kept }: DocumentToolsProps) {
  const [choosing, setChoosing] = useState(false);
  const { label, typed, type, facets, result } = finding;
  return (
    <>
      <SearchInput label={label} value={typed} onChange={type} result={result} />
      {facets.map((facet) => (
        <div key={facet.name}>
          <Button look="line" size="small" fit icon="down" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {facet.chosen === null ? facet.all : facet.chosen || facet.unnamed}
          </Button>
          <CategoryDrawer {...facet} open={choosing} onClose={() => setChoosing(false)} />
        </div>
      ))}
      {kept.length > 0 && (
        <p className="soft small">
          {kept.length === 1 ? '1 guardado' : `${kept.length} guardados`} en {thisDevice()},{' '}
          {sizeText(kept.reduce((sum, { size }) => sum + size, 0))}
        </p>
      )}
    </>
  );
}
