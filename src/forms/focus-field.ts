/** Focuses a field once it is drawn: its step appears later, and the step's title takes the focus first. */
export function focusField(name: string, tries = 20): void {
  const control = controlOf(document, name);
  if (control?.checkVisibility?.() ?? control) control?.focus();
  else if (tries > 0) setTimeout(() => focusField(name, tries - 1), 50);
}

/** What of a field takes the focus: its first control, or of cards the chosen one, as Tab would find it. */
export function controlOf(within: ParentNode, name: string): HTMLElement | null {
  const field = `[data-field="${CSS.escape(name)}"]`;
  const first = within.querySelector<HTMLElement>(`${field} input:not([hidden]), ${field} button, ${field} textarea`);
  if (!first?.matches('[type="radio"]')) return first;
  return within.querySelector<HTMLElement>(`${field} [type="radio"]:checked`) ?? first;
}
