import type { ChosenFacet, Finding } from '#screens/finding.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { ChoicePill } from '#ui/controls/pill.tsx';
import { SearchInput } from '#ui/controls/search-input.tsx';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import styles from './case-filters.module.css';

/** The filters of a history: by words, and behind a button by status and by patient, so that the list itself stands high. */
export function CaseFilters({ label, typed, type, facets, result, by }: Omit<Finding<never>, 'shown' | 'scope'>) {
  // With a single option there is nothing to choose.
  const offered = facets.filter(({ options }) => options.length > 1);
  const chosen = facets.filter((facet) => facet.chosen !== null).length;
  const [open, setOpen] = useEntryState('filters', false);
  return (
    <div className="stack-3 unprinted">
      <div className={styles.find}>
        <SearchInput label={label} value={typed} onChange={type} result={result} resultHidden={by === ''} />
        {offered.length > 0 && (
          <IconButton
            className={styles.toggle ?? ''}
            icon="filter"
            label={chosen > 0 ? `Filtros: ${chosen}` : 'Filtros'}
            aria-expanded={open}
            data-chosen={chosen > 0 || undefined}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
      {open && offered.map((facet) => <Chips key={facet.name} {...facet} />)}
    </div>
  );
}

function Chips({ label, all, options, chosen, choose }: ChosenFacet) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
    <div role="group" aria-label={label} className={styles.chips}>
      {[null, ...options].map((option) => (
        <ChoicePill key={option} chosen={chosen === option} onChoose={() => choose(option)}>
          {option ?? all}
        </ChoicePill>
      ))}
    </div>
  );
}
