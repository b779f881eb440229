import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';
import { monthNumber } from '#rules/dates.ts';

/** A date as dd-mm-aaaa: digits only, with automatic dashes (V5.13). Pasted and autofilled texts pass through it too. */
export const dateMask: MaskitoOptions = {
  mask: [/\d/, /\d/, '-', /\d/, /\d/, '-', /\d/, /\d/, /\d/, /\d/],
  preprocessors: [whole(dateInDigits)],
};

/**
 * '1990-12-03', '3/12/1990', '3.12.1990' and '3 de diciembre de 1990' to '03-12-1990'. Any other text stays as it is. A year of two
 * digits stays one: nobody knows the century.
 */
function dateInDigits(text: string): string {
  // A day or month of one digit and the separator after it.
  const begun = /^(\d\d-)?(\d)[./ -]$/.exec(text);
  if (begun) return `${begun[1] ?? ''}0${begun[2]}-`;
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  const [, year, month, day] = iso ?? [];
  if (year && month && day) return `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`;
  const spoken = /^\s*(\d{1,2})[./ -](\d{1,2})[./ -](\d{4}|\d{2})\s*$/.exec(namedMonth(text));
  const [, first, second, last] = spoken ?? [];
  return first && second && last ? `${first.padStart(2, '0')}-${second.padStart(2, '0')}-${last}` : text;
}

/** '3 de diciembre de 1990' and '3-dic.-1990' to '3-12-1990'. */
function namedMonth(text: string): string {
  const [, day, name = '', year] =
    /^\s*(\d{1,2})[\s./-]+(?:de\s+)?(\p{L}{3,10})\.?,?[\s./-]+(?:del?\s+)?(\d{4})\s*$/iu.exec(text) ?? [];
  const month = monthNumber(name);
  return month === 0 ? text : `${day}-${month}-${year}`;
}

/** Rewrites pasted texts, the field's own text, and typed separators. Other single keystrokes pass unchanged. */
function whole(rewrite: (text: string) => string): MaskitoPreprocessor {
  return ({ elementState, data }, action) => {
    if (action === 'insert' && /^[./ -]$/.test(data)) {
      const { value: before, selection } = elementState;
      const whole = rewrite(before + data);
      if (selection[0] !== before.length || whole === before + data) return { elementState, data };
      return {
        elementState: { value: whole.slice(0, -1), selection: [whole.length - 1, whole.length - 1] },
        data: '-',
      };
    }
    if (action === 'insert' && data.length > 1) return { elementState, data: rewrite(data) };
    if (action !== 'validation') return { elementState, data };
    const value = rewrite(elementState.value);
    if (value === elementState.value) return { elementState, data };
    return { elementState: { value, selection: [value.length, value.length] }, data };
  };
}
