import type { CaseFilter } from '#rules/case-filter.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { ChoicePill } from '#ui/controls/pill.tsx';
import { SearchInput } from '#ui/controls/search-input.tsx';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import styles from './case-filters.module.css';

interface CaseFiltersProps {
  filter: CaseFilter;
  onFilter: (filter: CaseFilter) => void;
  /** The statuses and patients in the history, as shown. */
  statuses: readonly string[];
  patients?: readonly string[];
  searchLabel: string;
  /** A text that says how many entries are shown. */
  result: string;
}

/** The filters of a history: by words, and behind a button by status and by patient, so that the list itself stands high. */
export function CaseFilters({ filter, onFilter, statuses, patients = [], searchLabel, result }: CaseFiltersProps) {
  const chosen = [filter.status, filter.patient].filter((one) => one !== '').length;
  const [open, setOpen] = useEntryState('filters', false);
  return (
    <div className="stack-3 unprinted">
      <div className={styles.find}>
        <SearchInput
          label={searchLabel}
          value={filter.typed}
          onChange={(typed) => onFilter({ ...filter, typed })}
          result={result}
          resultHidden={chosen === 0 && filter.typed === ''}
        />
        {Math.max(statuses.length, patients.length) >= MIN_OPTIONS && (
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
      {open && (
        <>
          <Chips
            label="Estado"
            all="Todos"
            options={statuses}
            chosen={filter.status}
            onChoose={(status) => onFilter({ ...filter, status })}
          />
          <Chips
            label="Paciente"
            all="Todas las personas"
            options={patients}
            chosen={filter.patient}
            onChoose={(patient) => onFilter({ ...filter, patient })}
          />
        </>
      )}
    </div>
  );
}

/** With a single option there is nothing to choose. */
const MIN_OPTIONS = 2;

interface ChipsProps {
  label: string;
  all: string;
  options: readonly string[];
  chosen: string;
  onChoose: (option: string) => void;
}

function Chips({ label, all, options, chosen, onChoose }: ChipsProps) {
  if (options.length < MIN_OPTIONS) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
    <div role="group" aria-label={label} className={styles.chips}>
      {['', ...options].map((option) => (
        <ChoicePill key={option} chosen={chosen === option} onChoose={() => onChoose(option)}>
          {option || all}
        </ChoicePill>
      ))}
    </div>
  );
}
