import { type ComponentProps, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { takePicked, useCancelled } from '#ui/controls/file-input.ts';
import { FilePick } from '#ui/controls/file-slot.tsx';
import { formWords } from './words.ts';

interface Picking {
  /** Empty when the picker was cancelled. */
  onPick: (files: File[]) => void;
}

/** On a phone, opens the camera directly: a picker that also accepts PDFs does not offer it everywhere. */
export function CameraPick({ label, onPick }: Picking & { label: string }) {
  const [hasTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  if (!hasTouch) return null;
  const named = <Named text={formWords.camera} about={label} />;
  return <FilePick label={named} icon="cam" accept="image/*" capture="environment" onPick={onPick} />;
}

/** The text of a picker, and for screen readers what it is for: a step has several. */
export const Named = ({ text, about }: { text: string; about: string }) => (
  <>
    {text}
    <span className="visually-hidden">: {about}</span>
  </>
);

interface HiddenInputProps extends Picking, ComponentProps<'input'> {
  inputRef: RefObject<HTMLInputElement | null>;
}

/** The input of a button such as 'Repetir'. Only scripts click it; it is hidden from screen readers and keyboard. */
export function HiddenInput({ inputRef, onPick, ...input }: HiddenInputProps) {
  useCancelled(inputRef, () => onPick([]));
  return <input {...input} ref={inputRef} type="file" hidden onChange={(event) => onPick(takePicked(event))} />;
}

/** Slow storage must not keep the picker closed. Browsers allow opening it for about a second after the press. */
const STORE_PATIENCE_MS = 800;

/** Resolves when the draft is stored, and after that time in any case. The camera that opens next may end the page (F27). */
export function storedFirst(store: () => Promise<unknown>): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, STORE_PATIENCE_MS));
  return Promise.race([store().catch(() => undefined), patience]);
}

/** Delays the picker of a pressed file input until `store` has resolved. */
export function useStoredFirst(store: (() => Promise<unknown>) | undefined): (event: MouseEvent) => void {
  const letThrough = useRef(false);
  const openPicker = (input: HTMLInputElement) => {
    try {
      if (input.showPicker) return input.showPicker();
    } catch {
      // The press is too long ago, or the device forbids it. A plain click may still work.
    }
    letThrough.current = true;
    input.click();
    letThrough.current = false;
  };
  return (event) => {
    const input = event.target;
    if (!store || letThrough.current || !(input instanceof HTMLInputElement) || input.type !== 'file') return;
    event.preventDefault();
    event.stopPropagation();
    void storedFirst(store)
      // After a keystroke the browser clicks by itself and ignores a click of ours inside it, so this waits for the next task.
      .then(() => new Promise((over) => setTimeout(over, 0)))
      .then(() => openPicker(input));
  };
}
