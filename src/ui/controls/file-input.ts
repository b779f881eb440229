import { type ChangeEvent, type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `onCancel` when the picker of a file input closes without a choice. React supports 'cancel' on dialogs only. */
export function useCancelled(input: RefObject<HTMLInputElement | null>, onCancel: () => void): void {
  const cancelled = useEffectEvent(onCancel);
  useEffect(() => {
    const node = input.current;
    const hear = () => cancelled();
    node?.addEventListener('cancel', hear);
    return () => node?.removeEventListener('cancel', hear);
  }, [input]);
}

/** The picked files. The input is emptied at once, or choosing the same file again after removing it would fire no event. */
export function takePicked({ target }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(target.files ?? [])];
  target.value = '';
  return files;
}
