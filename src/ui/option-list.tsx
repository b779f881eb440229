import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './option-list.module.css';
import { words } from './words.ts';

export interface SelectOption {
  value: string;
  label: string;
  description?: string;
}

interface OptionListProps {
  id: string;
  /** What is chosen here, for readers. */
  name: string;
  options: readonly SelectOption[];
  value: string | null;
  onChoose: (value: string) => void;
  listRef?: Ref<HTMLDivElement>;
  searchRef?: Ref<HTMLInputElement>;
}

/** More options than this can be searched. */
export const fewOptions = 12;

/** The list inside a Select: arrows, Home, End, first letters, and a search field when the list is long. */
export function OptionList({ id, name, options, value, onChoose, listRef, searchRef }: OptionListProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(value);
  const prefix = useId();
  const searchable = options.length > fewOptions;
  const wanted = plain(query);
  const found = wanted === '' ? options : matching(options, wanted);
  const place = Math.max(
    0,
    found.findIndex((option) => option.value === active),
  );
  const at = found[place];
  const activeId = at && `${prefix}-${place}`;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const letters = useFirstLetters(found, setActive);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = steps(event.key, place, found.length);
    if (target !== null) {
      event.preventDefault();
      setActive(found[target]?.value ?? null);
    } else if (event.key === 'Enter' && at) {
      event.preventDefault();
      onChoose(at.value);
    } else if (!(event.target instanceof HTMLInputElement)) {
      if (event.key === ' ' && at) {
        event.preventDefault();
        onChoose(at.value);
      } else if (searchable) {
        // The letter itself lands in the field that has the focus when this event ends.
        if (event.key.length === 1) event.currentTarget.parentElement?.querySelector('input')?.focus();
      } else letters(event.key);
    }
  };

  return (
    <div className={styles.frame}>
      {searchable && (
        <div className={styles.top}>
          <div className={styles.search}>
            <Icon name="search" size={20} />
            <input
              ref={searchRef}
              className={styles.query}
              type="text"
              role="combobox"
              aria-expanded="true"
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={activeId}
              aria-label={`${words.search}: ${name}`}
              placeholder={words.search}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
        </div>
      )}
      <div
        ref={listRef}
        className={styles.list}
        id={id}
        role="listbox"
        aria-label={name}
        aria-activedescendant={activeId}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled where the focus is, on the list or its search field.
          <div
            key={option.value}
            id={`${prefix}-${index}`}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            data-active={index === place || undefined}
            onClick={() => onChoose(option.value)}
          >
            <span className={styles.text}>
              <span dir="auto">{option.label}</span>
              {option.description && (
                <span className={styles.description} dir="auto">
                  {option.description}
                </span>
              )}
            </span>
            {option.value === value && <Icon name="ok" size={20} />}
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {found.length === 0 ? words.nothingFound : ''}
      </p>
    </div>
  );
}

/** Those that begin so, then those that hold it elsewhere, each in the list's order. */
function matching(options: readonly SelectOption[], wanted: string): SelectOption[] {
  const held = options.filter(({ label }) => plain(label).includes(wanted));
  const begins = ({ label }: SelectOption) => plain(label).startsWith(wanted);
  return [...held.filter(begins), ...held.filter((option) => !begins(option))];
}

/** Lower case without accents, so that 'Bogota' finds 'Bogotá'. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

function steps(key: string, place: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(place + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(place - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Typing in a short list jumps to the option that begins so; a pause starts a new word. */
function useFirstLetters(options: readonly SelectOption[], jump: (value: string) => void): (key: string) => void {
  const typed = useRef({ text: '', at: 0 });
  return (key) => {
    if (key.length !== 1) return;
    const now = Date.now();
    const text = (now - typed.current.at < 700 ? typed.current.text : '') + plain(key);
    typed.current = { text, at: now };
    const hit = options.find((option) => plain(option.label).startsWith(text));
    if (hit) jump(hit.value);
  };
}
