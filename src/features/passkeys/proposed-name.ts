import { isAppleTouch } from '#rules/browser-storage.ts';
import { deviceWord } from '#senses/this-device.ts';

/** A name proposed for this device; the customer may change it. Other devices list it too, so it never says 'este'. */
export function proposedName(seen: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  const word = deviceWord();
  if (isAppleTouch(seen)) return word === 'teléfono' ? 'Mi iPhone' : 'Mi iPad';
  const names = [
    [/Android/, `Mi ${word} Android`],
    [/Windows/, `Mi ${word} con Windows`],
    [/Macintosh/, 'Mi Mac'],
  ] as const;
  return names.find(([pattern]) => pattern.test(seen.userAgent))?.[1] ?? `Mi ${word}`;
}
