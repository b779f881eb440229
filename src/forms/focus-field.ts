/** Focuses a field once it is drawn: its step appears later, and the step's title takes the focus first. */
export function focusField(name: string, tries = 20): void {
  const control = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(name)}"] :is(input:not([hidden]), button, textarea)`,
  );
  if (control?.checkVisibility?.() ?? control) control?.focus();
  else if (tries > 0) setTimeout(() => focusField(name, tries - 1), 50);
}
