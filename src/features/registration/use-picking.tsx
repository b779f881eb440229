import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { pickWords } from './words.ts';

export type Source = keyof typeof pickWords;

interface PickingProps {
  /** Which side: the inputs of both read alike otherwise. */
  label: string;
  /** Resolves when what was typed is on the device: a camera may end the page (F27). */
  onBeforePick: () => Promise<unknown>;
  /** Null when the picker was cancelled. */
  onPick: (file: File | null, from: Source) => void;
  /** The device did not let the picker open. */
  onClosed: (from: Source) => void;
}

interface Picking {
  /** Camera and gallery on a phone; elsewhere the file picker alone. */
  hasTouch: boolean;
  open: (from: Source) => Promise<void>;
  /** To be drawn beside the buttons, and to stay there while a picker is open. */
  inputs: ReactNode;
}

/** A storage that does not answer must not keep the picker shut; browsers allow opening it for about a second. */
const MAX_WAIT_MS = 800;

/** The system's pickers for a photo. The draft is stored before one opens. */
export function usePicking({ label, onBeforePick, onPick, onClosed }: PickingProps): Picking {
  const [hasTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const box = useRef<HTMLSpanElement>(null);
  const open = async (from: Source) => {
    const patience = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    await Promise.race([onBeforePick().catch(() => undefined), patience]);
    const input = box.current?.querySelector<HTMLInputElement>(`[data-source="${from}"]`);
    try {
      if (input?.showPicker) input.showPicker();
      else input?.click();
    } catch {
      // Forbidden by the device's policy, or the press is too long ago.
      onClosed(from);
    }
  };
  const sources: readonly Source[] = hasTouch ? ['camera', 'gallery'] : ['file'];
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
  const cancelled = useEffectEvent(() => onPick(null, from));
  useEffect(() => {
    const node = input.current;
    // React hears 'cancel' on dialogs only.
    const hear = () => cancelled();
    node?.addEventListener('cancel', hear);
    return () => node?.removeEventListener('cancel', hear);
  }, []);
  return (
    <input
      ref={input}
      hidden
      type="file"
      accept="image/*"
      aria-label={label}
      data-source={from}
      {...(from === 'camera' && { capture: 'environment' })}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // Emptied at once, or choosing the same file again would go unnoticed.
        event.target.value = '';
        if (file) onPick(file, from);
      }}
    />
  );
}
