import { type KeyboardEvent, type Ref, useId } from 'react';
import { Icon } from '../base/icon.tsx';
import { LiveRegion } from '../states/live-region.tsx';
import styles from './search-input.module.css';

interface SearchInputProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  /** Says how many entries match. Screen readers announce changes. */
  result?: string;
  /** Whether the result is only for screen readers. */
  resultHidden?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A search field that filters while the customer types. */
export function SearchInput({ label, value, onChange, result, resultHidden, inputRef }: SearchInputProps) {
  const id = useId();
  return (
    <div className="stack-2">
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
          onKeyDown={uncoverResults}
        />
      </span>
      <LiveRegion>{result && <p className={resultHidden ? 'visually-hidden' : 'soft small'}>{result}</p>}</LiveRegion>
    </div>
  );
}

/** What was typed has searched already. The key of a phone's keyboard takes the keyboard away, which covers what was found. */
function uncoverResults({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const isTouched = window.matchMedia('(pointer: coarse)').matches;
  if (key === 'Enter' && !nativeEvent.isComposing && isTouched) currentTarget.blur();
}
