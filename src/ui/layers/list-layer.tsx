import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { backOverLayer } from '#history/entries.ts';
import { ignoreSecondPress } from '../hooks/second-press.ts';
import { Layer } from './layer.tsx';
import styles from './list-layer.module.css';
import { useBackCloses } from './use-back-closes.ts';
import { useFromBelow } from './use-from-below.ts';

/** A button that opens a list to choose from: what its parts share. */
export function useListButton() {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const id = useId();
  const after = useRef<(() => void) | null>(null);
  const onClose = () => {
    setOpen(false);
    const leave = after.current;
    after.current = null;
    leave?.();
  };
  return {
    close: onClose,
    /** Closes the list, and goes to another screen once its history entry is gone. */
    closeAndLeave(leave: () => void) {
      // The step back of the first press is under way. A second one would leave the screen.
      if (after.current) return;
      after.current = leave;
      if (!backOverLayer()) onClose();
    },
    list: { id, listRef, searchRef },
    layer: { open, onClose, anchor, listRef, searchRef },
    button: {
      ref: anchor,
      role: 'combobox',
      'aria-haspopup': 'listbox',
      'aria-expanded': open,
      // The list is only there while it is open.
      'aria-controls': open ? id : undefined,
      onClick: () => setOpen(!open),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setOpen(true);
      },
    },
  } as const;
}

type ListLayerProps = ReturnType<typeof useListButton>['layer'] & {
  /** Name of the drawer and the list. */
  title: string;
  /** Whether the list has a search field; its height then changes while typing. */
  searched: boolean;
  /** As a dropdown, wider than a short button. */
  roomy?: boolean;
  children: ReactNode;
};

/**
 * A list to choose from: a drawer from the lower edge on a phone, a dropdown below its button on a wide screen. The button stands
 * outside of it, so that turning the phone removes neither it nor the focus.
 */
export function ListLayer(props: ListLayerProps) {
  return useFromBelow(props.open) ? <AsDrawer {...props} /> : <AsDropdown {...props} />;
}

function AsDrawer({ open, onClose, title, listRef, searched, children }: ListLayerProps) {
  // The list appears over the button, so the second press on the button must not choose an option.
  useLayoutEffect(() => (open ? ignoreSecondPress() : undefined), [open]);
  // Focusing the search field would open the keyboard over the list before anyone wants to search.
  return (
    <Layer shape="drawer" open={open} onClose={onClose} title={title} initialFocus={listRef} tall={searched}>
      {children}
    </Layer>
  );
}

function AsDropdown(props: ListLayerProps) {
  const { open, onClose, title, anchor, listRef, searchRef, searched, roomy, children } = props;
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
              data-roomy={roomy || undefined}
              aria-label={title}
              initialFocus={searched ? searchRef : listRef}
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
