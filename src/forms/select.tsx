import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import { Icon } from '#ui/base/icon.tsx';
import { words } from '#ui/base/words.ts';
import { useFieldWiring } from '#ui/controls/field.tsx';
import { useNarrow } from '#ui/hooks/media.ts';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { Layer } from '#ui/layers/layer.tsx';
import { useBackCloses } from '#ui/layers/use-back-closes.ts';
import { MAX_UNSEARCHED, OptionList, type SelectOption } from './option-list.tsx';
import styles from './select.module.css';

export type { SelectOption } from './option-list.tsx';

interface SelectProps {
  options: readonly SelectOption[];
  value: string | null;
  onChange: (value: string) => void;
  /** Name of the drawer and the list; pass the field's label. */
  title: string;
  placeholder?: string;
  disabled?: boolean;
}

/**
 * A choice from many options. It is a drawer from the lower edge on a phone and a dropdown on a wide screen, with the same
 * list. Long lists have a search that ignores accents.
 */
export function Select({ options, value, onChange, title, placeholder, disabled }: SelectProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const listId = useId();
  // A value stored under a name that has since changed stays chosen.
  const chosen =
    options.find((option) => option.value === value) ??
    options.find(({ also }) => value !== null && also?.includes(value));

  const close = () => setOpen(false);
  const choices = (
    <OptionList
      id={listId}
      listRef={list}
      searchRef={search}
      name={title}
      options={options}
      value={chosen?.value ?? null}
      onChoose={(next) => {
        onChange(next);
        close();
      }}
    />
  );
  const wiring = useFieldWiring();
  const button = (
    <button
      type="button"
      {...wiring}
      ref={trigger}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={open}
      // The list is only there while it is open.
      aria-controls={open ? listId : undefined}
      disabled={disabled}
      className={classNames(styles.trigger, !chosen && styles.empty)}
      onClick={() => (open ? close() : setOpen(true))}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setOpen(true);
      }}
    >
      <span className={styles.value} dir="auto">
        {chosen?.label ?? placeholder ?? words.choose}
      </span>
      <span className={styles.arrow}>
        <Icon name="down" />
      </span>
    </button>
  );
  const narrow = useNarrow();
  const Opened = narrow ? AsDrawer : AsDropdown;
  // On a phone, focusing the search field would open the keyboard over the list before anyone wants to search.
  const searched = options.length > MAX_UNSEARCHED;
  const first = !narrow && searched ? search : list;
  // The button is outside of both layers, so that turning the phone removes neither it nor the focus.
  return (
    <>
      {button}
      <Opened open={open} onClose={close} title={title} anchor={trigger} initialFocus={first} searched={searched}>
        {choices}
      </Opened>
    </>
  );
}

interface OpenedProps {
  open: boolean;
  onClose: () => void;
  title: string;
  anchor: RefObject<HTMLButtonElement | null>;
  initialFocus: RefObject<HTMLElement | null>;
  /** Whether the list has a search field; its height then changes while typing. */
  searched: boolean;
  children: ReactNode;
}

function AsDrawer({ open, onClose, title, initialFocus, searched, children }: OpenedProps) {
  // The list appears over the field, so the second press on the field must not choose an option.
  useLayoutEffect(() => (open ? ignoreSecondPress() : undefined), [open]);
  return (
    <Layer shape="drawer" open={open} onClose={onClose} title={title} initialFocus={initialFocus} tall={searched}>
      {children}
    </Layer>
  );
}

function AsDropdown({ open, onClose, title, anchor, initialFocus, children }: OpenedProps) {
  useBackCloses(open, onClose);
  // The button handles a press on itself or its label. If this closed the list, the button would open it again.
  const isInside = (target: EventTarget | null) =>
    target instanceof Node &&
    [anchor.current, ...(anchor.current?.labels ?? [])].some((one) => one?.contains(target) === true);
  // As with a native select, Tab closes the list. Otherwise the focus would move behind it.
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    onClose();
  };
  return (
    <CSPProvider disableStyleElements>
      <Popover.Root
        open={open}
        onOpenChange={(next, { reason, event }) => {
          if (!next && !(reason === 'outside-press' && isInside(event.target))) onClose();
        }}
      >
        <Popover.Portal>
          <Popover.Positioner className={styles.positioner} anchor={anchor} sideOffset={6} align="start">
            <Popover.Popup
              className={styles.dropdown}
              aria-label={title}
              initialFocus={initialFocus}
              finalFocus={anchor}
              onKeyDown={onTab}
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </CSPProvider>
  );
}
