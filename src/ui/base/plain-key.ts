type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * The key of an event that a list, strip or row of ours may take; '' with a modifier, which makes it the browser's: Alt with an
 * arrow is Back, Shift with Home selects a text. Shift with a letter is a letter.
 */
export function plainKey({ key, altKey, ctrlKey, metaKey, shiftKey }: Pressed): string {
  return altKey || ctrlKey || metaKey || (shiftKey && key.length > 1) ? '' : key;
}
