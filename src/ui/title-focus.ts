/**
 * Ref of a title that appears without a change of address, where the router does not move the focus: the button that led here
 * is gone, and a keyboard or a reader would start again at the top of the page.
 */
export const focusTitle = (title: HTMLHeadingElement | null): void => title?.focus({ preventScroll: true });
