/** Focuses a field once it is drawn: its step appears later, and the step's title takes the focus first. */
export function focusField(name: string, tries = 20): void {
  const within = `[data-field="${CSS.escape(name)}"]`;
  const control = document.querySelector<HTMLElement>(
    `${within} input:not([hidden]), ${within} button, ${within} textarea`,
  );
  if (control?.checkVisibility?.() ?? control) control?.focus();
  else if (tries > 0) setTimeout(() => focusField(name, tries - 1), 50);
}
