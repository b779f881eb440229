import type { CaseFilter } from '#rules/case-filter.ts';
import { ChoicePill } from '#ui/pill.tsx';
import { SearchInput } from '#ui/search-input.tsx';
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

/** The filters of a history: by words, by status, by patient. */
export function CaseFilters({ filter, onFilter, statuses, patients = [], searchLabel, result }: CaseFiltersProps) {
  return (
    <div className="stack-3 unprinted">
      <SearchInput
        label={searchLabel}
        value={filter.typed}
        onChange={(typed) => onFilter({ ...filter, typed })}
        result={result}
      />
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
    </div>
  );
}

interface ChipsProps {
  label: string;
  all: string;
  options: readonly string[];
  chosen: string;
  onChoose: (option: string) => void;
}

function Chips({ label, all, options, chosen, onChoose }: ChipsProps) {
  // With a single option there is nothing to choose.
  if (options.length < 2) return null;
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
