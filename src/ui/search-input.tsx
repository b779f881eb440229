import { type Ref, useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './search-input.module.css';

interface SearchInputProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  /** Says how many entries match. Screen readers announce changes. */
  result?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A search field that filters while the customer types. */
export function SearchInput({ label, value, onChange, result, inputRef }: SearchInputProps) {
  const id = useId();
  return (
    <div className={styles.search}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <span className={styles.frame}>
        <Icon name="search" size={20} />
        <input
          ref={inputRef}
          id={id}
          type="search"
          className={styles.input}
          placeholder={label}
          value={value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      {result && (
        <p className="soft small" role="status">
          {result}
        </p>
      )}
    </div>
  );
}
