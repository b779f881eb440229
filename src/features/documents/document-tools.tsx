import { useState } from 'react';
import type { SavedDocument } from '#mirror/saved-documents.ts';
import { sizeText } from '#rules/numbers.ts';
import type { Finding } from '#screens/finding.ts';
import { useLocale } from '#screens/use-locale.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Icon } from '#ui/base/icon.tsx';
import { SearchInput } from '#ui/controls/search-input.tsx';
import { YearTabs } from '#ui/controls/year-tabs.tsx';
import { CategoryDrawer } from './category-drawer.tsx';
import styles from './document-tools.module.css';
import type { NamedDocument } from './named-documents.ts';

interface DocumentToolsProps {
  finding: Finding<NamedDocument>;
  /** The policy's documents on this device. */
  kept: readonly SavedDocument[];
  /** Labels, the newest first. */
  years: readonly string[];
  year: string;
  choose: (year: string) => void;
}

/** The search, the years, the filter by category, and how much is kept on this device. */
export function DocumentTools({ finding, kept, years, year, choose }: DocumentToolsProps) {
  const [choosing, setChoosing] = useState(false);
  const locale = useLocale();
  const { label, typed, type, facets, result, searching } = finding;
  const turn = (to: string) => {
    // A year is a page of the whole list.
    type('');
    choose(to);
  };
  return (
    <>
      <SearchInput label={label} value={typed} onChange={type} result={result} resultHidden={!searching} />
      <div className={styles.row}>
        <YearTabs years={years} current={searching ? undefined : year} onChoose={turn} />
        {facets.map(
          (facet) =>
            // One kind alone is no choice.
            (facet.options.length > 1 || facet.chosen !== null) && (
              <div key={facet.name}>
                <button type="button" className={styles.kind} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
                  {facet.chosen === null ? facet.all : facet.chosen || facet.unnamed}
                  <Icon name="down" size={18} />
                </button>
                <CategoryDrawer {...facet} open={choosing} onClose={() => setChoosing(false)} />
              </div>
            ),
        )}
      </div>
      {kept.length > 0 && (
        <p className="soft small">
          {kept.length === 1 ? '1 guardado' : `${kept.length} guardados`} en {thisDevice()},{' '}
          {sizeText(
            kept.reduce((sum, { size }) => sum + size, 0),
            locale,
          )}
        </p>
      )}
    </>
  );
}
