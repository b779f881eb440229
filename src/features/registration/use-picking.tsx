import { useRef, useState } from 'react';
import { HiddenInput, storedFirst } from '#forms/pickers.tsx';
import type { pickWords } from './words.ts';

export type Source = keyof typeof pickWords;

interface PickingProps {
  /** Names the side, because the inputs of both sides would sound alike. */
  label: string;
  /** Resolves when the draft is stored, because opening the camera may end the page (F27). */
  onBeforePick: () => Promise<unknown>;
  /** Null when the picker was cancelled. */
  onPick: (file: File | null, from: Source) => void;
  /** Called when the device did not let the picker open. */
  onClosed: (from: Source) => void;
}

/** The system's pickers for a photo. The draft is stored before a picker opens. */
export function usePicking({ label, onBeforePick, onPick, onClosed }: PickingProps) {
  /** Camera and gallery on a phone; elsewhere the file picker alone. */
  const [hasTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const box = useRef<HTMLSpanElement>(null);
  const open = async (from: Source) => {
    await storedFirst(onBeforePick);
    const input = box.current?.querySelector<HTMLInputElement>(`[data-source="${from}"]`);
    try {
      if (input?.showPicker) input.showPicker();
      else input?.click();
    } catch {
      // The device's policy forbids it, or the press is too long ago.
      onClosed(from);
    }
  };
  const sources: readonly Source[] = hasTouch ? ['camera', 'gallery'] : ['file'];
  // They are drawn beside the buttons and must stay while a picker is open.
  const inputs = (
    <span ref={box}>
      {sources.map((from) => (
        <Input key={from} label={label} from={from} onPick={onPick} />
      ))}
    </span>
  );
  return { hasTouch, open, inputs };
}

function Input({ label, from, onPick }: Pick<PickingProps, 'label' | 'onPick'> & { from: Source }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <HiddenInput
      inputRef={input}
      accept="image/*"
      aria-label={label}
      data-source={from}
      {...(from === 'camera' && { capture: 'environment' })}
      onPick={([file]) => onPick(file ?? null, from)}
    />
  );
}
