import { act, fireEvent } from '@testing-library/react';

/**
 * A finger's press, at the same point unless another is named.
 *
 * @param when the time it happened, in milliseconds of the page's clock
 */
export const fingerAt = (element: Element, when = performance.now(), [clientX, clientY] = [195, 660]) =>
  act(async () => {
    const down = new PointerEvent('pointerdown', { clientX, clientY, bubbles: true });
    Object.defineProperty(down, 'timeStamp', { value: when });
    fireEvent(element, down);
    fireEvent.click(element, { clientX, clientY, detail: 1 });
  });
