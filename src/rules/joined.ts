/** 'PDF, JPG o PNG'; 'siete u ocho', as Spanish asks. */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('es', { type: 'disjunction' }).format(names);

/** '2 solicitudes, 1 borrador y 3 comprobantes' */
export const allOf = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);

/** The same in pieces, as each name is drawn by itself: every other one is a name, in their order. */
export const partsOfAll = (names: readonly string[]): readonly string[] =>
  new Intl.ListFormat('es').formatToParts(names).map(({ value }) => value);

/** Parts of one line, without the empty ones: 'Ana Rojas · Ambulatorio'. No line begins with the dot. */
export const dotted = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join('\u00a0· ');

/** A file's name before its ending, which every system takes, without the empty parts: 'pagos-CR-1-2026'. */
export const fileName = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.replace(/[^\p{L}\p{N}-]+/gu, '').slice(0, 60))
    .filter(Boolean)
    .join('-');

/** With a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
