/** Whether a button looks off and does nothing. It stays a stop of Tab, so the browser does not know it as disabled. */
export const isOff = (button: Element | null | undefined): boolean =>
  button?.getAttribute('aria-disabled') === 'true' && !button.hasAttribute('aria-busy');
