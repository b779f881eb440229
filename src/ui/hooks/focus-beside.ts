/** Moves the focus to what is open beside a list, once it is drawn: its heading, else its first control, else itself. */
export function focusBeside(): void {
  requestAnimationFrame(() => {
    const beside = document.querySelector<HTMLElement>('[data-beside]');
    const start = beside?.querySelector<HTMLElement>('h2, button, a[href], input') ?? beside;
    if (start?.tagName === 'H2') start.tabIndex = -1;
    start?.focus();
  });
}
