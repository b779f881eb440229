import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ageOf } from '#contract/age.ts';
import { folded } from '#rules/folded.ts';
import { Icon } from '#ui/base/icon.tsx';
import { plainKey } from '#ui/base/plain-key.ts';
import { words } from '#ui/base/words.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './option-list.module.css';
import { marked, type Searchable, search } from './option-search.ts';

export interface SelectOption extends Searchable {
  value: string;
  description?: string;
  /** A sign before its name. */
  sign?: ReactNode;
  /** What tells it apart, at the end of its line, where the sign of the chosen one would be. */
  end?: string;
}

interface OptionListProps {
  id: string;
  /** Accessible name of the list. */
  name: string;
  options: readonly SelectOption[];
  /** Whether it has a search field. */
  searched: boolean;
  value: string | null;
  onChoose: (value: string) => void;
  listRef?: Ref<HTMLDivElement>;
  searchRef?: Ref<HTMLInputElement>;
}

/** Longer lists of a form have a search field. */
export const MAX_UNSEARCHED = 12;

/** So many from the active one on fill any screen. The others follow the first paint, which a press waits for. */
const MAX_AT_ONCE = 16;

/** The list inside a Select, with arrow keys, Home, End, first letters, and a search field when it is long. */
export function OptionList({ id, name, options, searched, value, onChoose, listRef, searchRef }: OptionListProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(value);
  const prefix = useId();
  const { options: found, hits } = useMemo(() => search(options, query), [options, query]);
  const searching = query.trim() !== '';
  const ask = (text: string) => {
    setQuery(text);
    // Enter chooses the best match.
    setActive(text.trim() === '' ? value : null);
  };
  const activeIndex = Math.max(
    0,
    found.findIndex((option) => option.value === active),
  );
  const isPainted = useDeferredValue(true, false);
  const shown = isPainted ? found : found.slice(0, activeIndex + MAX_AT_ONCE);
  const activeOption = found[activeIndex];
  const activeId = activeOption && `${prefix}-${activeIndex}`;

  const hasMoved = useRef(false);
  useEffect(() => {
    // An opening list shows its first option as it is. Asking for it forces a layout.
    if (activeId && (activeIndex > 0 || hasMoved.current))
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    hasMoved.current = true;
  }, [activeId, activeIndex]);

  const letters = useFirstLetters(found, setActive);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = plainKey(event);
    const target = steps(key, activeIndex, found.length);
    const inSearch = event.target instanceof HTMLInputElement;
    // A blank within a typed name belongs to the name.
    const chooses = key === 'Enter' || (key === ' ' && !inSearch && !letters.isTyping());
    if (target !== null) setActive(found[target]?.value ?? null);
    else if (chooses && activeOption) onChoose(activeOption.value);
    else if (key === 'Enter') ask('');
    else {
      if (inSearch || key.length !== 1) return;
      // The letter itself goes into the field that has the focus after this event.
      if (searched) event.currentTarget.parentElement?.querySelector('input')?.focus();
      else letters.type(key);
      return;
    }
    event.preventDefault();
  };

  return (
    <div className={styles.frame}>
      {searched && (
        <div className={styles.top}>
          <div className={styles.search}>
            <Icon name="search" size={20} />
            <input
              ref={searchRef}
              id={`${prefix}-search`}
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
              onChange={(event) => ask(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <span role="status" className="small tabular firm">
              {searching && hits > 0 && `${hits} de ${options.length}`}
            </span>
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
        {runsOf(shown, searching).map(({ heading, first, run }) => {
          const rows = run.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the focused list or search field handles the keys.
            <div
              key={option.value}
              id={`${prefix}-${first + index}`}
              className={styles.option}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              data-active={first + index === activeIndex || undefined}
              {...(searching && option.group !== undefined && namedBy(`${prefix}-${first + index}`))}
              onClick={() => onChoose(option.value)}
            >
              {option.sign}
              <OptionText id={`${prefix}-${first + index}`} option={option} query={query} />
              {option.end && <span className={styles.end}>{option.end}</span>}
              {option.value === value && option.end === undefined && <Icon name="ok" size={20} />}
            </div>
          ));
          if (heading === undefined) return rows;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div key={heading} role="group" aria-labelledby={`${prefix}-of-${first}`}>
              <div id={`${prefix}-of-${first}`} className={styles.heading} role="presentation">
                {heading}
              </div>
              {rows}
            </div>
          );
        })}
      </div>
      <p className={styles.none} role="status">
        {hits === 0 &&
          (found.length > 0 ? words.nothingButFallback(found.map(({ label }) => label)) : words.nothingFound)}
      </p>
      {searching && found.length === 0 && (
        <div className={styles.whole}>
          <Button
            look="quiet"
            size="small"
            fit
            onClick={() => {
              ask('');
              document.getElementById(`${prefix}-search`)?.focus();
            }}
          >
            {words.wholeList}
          </Button>
        </div>
      )}
    </div>
  );
}

interface Run {
  heading: string | undefined;
  /** Index of its first option in the whole list. */
  first: number;
  run: SelectOption[];
}

/** The options in runs under their headings. A search's matches are one run, best first. */
function runsOf(options: readonly SelectOption[], searching: boolean): Run[] {
  const runs: Run[] = [];
  options.forEach((option, index) => {
    const heading = searching ? undefined : option.group;
    const last = runs.at(-1);
    if (last && last.heading === heading) last.run.push(option);
    else runs.push({ heading, first: index, run: [option] });
  });
  return runs;
}

/** The heading describes the option but is not part of its name. */
const namedBy = (id: string) => ({ 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-more` });

/** An option's label. Among a search's matches it also shows its heading, and what matched. */
function OptionText({ id, option, query }: { id: string; option: SelectOption; query: string }) {
  const description = option.description ?? (query.trim() === '' ? undefined : option.group);
  return (
    <span className={styles.text}>
      <span id={`${id}-label`} dir="auto">
        {withMarks(option.label, query)}
      </span>
      {description && (
        <span id={`${id}-more`} className={styles.description} dir="auto">
          {withMarks(description, query)}
        </span>
      )}
    </span>
  );
}

const withMarks = (text: string, query: string): ReactNode =>
  marked(text, query).map(([part, hit], index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name.
    return hit ? <mark key={index}>{part}</mark> : part;
  });

function steps(key: string, activeIndex: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(activeIndex + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(activeIndex - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Typing in a short list jumps to the option that begins with the typed text. A pause starts a new text. */
function useFirstLetters(options: readonly SelectOption[], jump: (value: string) => void) {
  const typed = useRef({ text: '', at: 0 });
  const goesOn = () => {
    const pause = ageOf(typed.current.at, Date.now());
    return typed.current.text !== '' && pause !== null && pause < PAUSE_MS;
  };
  return {
    isTyping: goesOn,
    type(key: string) {
      const text = (goesOn() ? typed.current.text : '') + key;
      typed.current = { text, at: Date.now() };
      const hit = options.find((option) => folded(option.label).startsWith(folded(text)));
      if (hit) jump(hit.value);
    },
  };
}

/** After this time without a letter, the next one begins a new text. */
const PAUSE_MS = 700;
