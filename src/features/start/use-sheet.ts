import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDragDown } from '#ui/layers/drag-down.ts';
import { useBackCloses } from '#ui/layers/use-back-closes.ts';

const WIDE = '(min-width: 543px)';
/** Whether the form stands in the page, without a sheet. */
export const isWide = () => window.matchMedia(WIDE).matches;

/**
 * Opening and closing of the phone's sheet: the focus moves in and returns; Escape, Back and a pull down close it. `onHide`
 * aborts a running sign-in.
 */
export function useSheet(onHide: () => void) {
  const [open, setOpen] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);

  const show = useCallback(({ currentTarget }: MouseEvent<HTMLElement>) => {
    opener.current = currentTarget;
    setOpen(true);
  }, []);
  const hide = useCallback(() => {
    setOpen(false);
    onHide();
  }, [onHide]);

  // Until React has loaded, the boot script opens the sheet. React takes over here.
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset;
    if (marks.sheet === 'open') setOpen(true);
    delete marks.sheet;
    delete marks.screen;
  }, []);

  useEffect(() => {
    if (!open) return;
    // Notices make room for the sheet.
    const marks = document.documentElement.dataset;
    marks.sheetShown = '';
    const form = sheet.current?.querySelector('form');
    if (!form?.contains(document.activeElement)) form?.querySelector('input')?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) hide();
    };
    // When the window becomes wide, the form is part of the page and no longer modal.
    const wide = window.matchMedia(WIDE);
    const onWide = () => wide.matches && setOpen(false);
    wide.addEventListener('change', onWide);
    document.addEventListener('keydown', onKey);
    return () => {
      delete marks.sheetShown;
      wide.removeEventListener('change', onWide);
      document.removeEventListener('keydown', onKey);
      // The one that turned to another account is gone.
      const { current } = opener;
      (current && !current.hidden ? current : shownOpener())?.focus({ preventScroll: true });
    };
  }, [open, hide]);

  useBackCloses(open, hide);
  useDragDown(sheet, grip, hide, open);
  return { open, show, hide, sheet, grip };
}

/** The button that is shown of those that open the sheet: the boot script has opened it by one. */
function shownOpener(): HTMLElement | undefined {
  const openers = [...document.querySelectorAll<HTMLElement>('[data-ingresa]')];
  return openers.find((one) => one.getClientRects().length > 0);
}
