import { useEffect, useEffectEvent } from 'react';

/** The screen's fields for files, in their order. */
const places: { take: (files: File[]) => void; isEmpty: () => boolean }[] = [];

/**
 * Gives pasted files, and files dropped anywhere on the screen, to its empty fields in order. The last one gets what is left. A
 * file input handles a drop on itself, and a field of text takes what is pasted as text. No dropped file ever replaces the page,
 * also when every field is full.
 */
export function useDropped(take: (files: File[]) => void, isEmpty: boolean): void {
  const taken = useEffectEvent(take);
  const empty = useEffectEvent(() => isEmpty);
  useEffect(() => {
    const place = { take: (files: File[]) => taken(files), isEmpty: () => empty() };
    places.push(place);
    if (places.length === 1) listen(true);
    return () => {
      places.splice(places.indexOf(place), 1);
      if (places.length === 0) listen(false);
    };
  }, []);
}

const listeners = { paste: pasted, dragover: held, drop: dropped } as const;

function listen(on: boolean): void {
  for (const [type, listener] of Object.entries(listeners)) {
    if (on) window.addEventListener(type, listener as EventListener);
    else window.removeEventListener(type, listener as EventListener);
  }
}

function pasted(event: ClipboardEvent): void {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length === 0 || isText(event)) return;
  event.preventDefault();
  spread(files);
}

/**
 * Text that is pasted where text goes is the field's. Word, Excel and web pages add a picture of it to the clipboard, which
 * would be attached unseen (S35).
 */
const isText = ({ clipboardData, target }: ClipboardEvent): boolean =>
  (clipboardData?.types.includes('text/plain') ?? false) && target instanceof Element && target.closest(TEXT) !== null;

const TEXT = [
  'textarea',
  '[contenteditable="true"]',
  ...['text', 'search', 'tel', 'email', 'url', 'password', 'number'].map((type) => `input[type="${type}"]`),
  'input:not([type])',
].join();

/** Without this the browser would open the file in place of the page. */
function held(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

function dropped(event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0 || isPick(event.target)) return;
  event.preventDefault();
  spread(files);
}

const isPick = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'file';

function spread(files: readonly File[]): void {
  const waiting = places.filter((place) => place.isEmpty());
  for (const [index, place] of waiting.entries()) {
    const isLast = index === waiting.length - 1;
    const given = files.slice(index, isLast ? files.length : index + 1);
    if (given.length > 0) place.take(given);
  }
}
