import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';
import { oneLine, plainHyphens } from '#contract/typed-text.ts';
import { monthNumber } from '#rules/dates.ts';

/** A date as dd-mm-aaaa: digits only, with automatic dashes (V5.13). Pasted and autofilled texts pass through it too. */
export const dateMask: MaskitoOptions = {
  mask: [/\d/, /\d/, '-', /\d/, /\d/, '-', /\d/, /\d/, /\d/, /\d/],
  preprocessors: [whole(dateInDigits)],
};

/**
 * '1990-12-03', '3/12/1990 10:30', '3. 12. 1990' and 'lunes 3 de diciembre de 1990' to '03-12-1990'. Any other text stays as it is.
 * A year of two digits stays one: nobody knows the century.
 */
function dateInDigits(text: string): string {
  // A day or month of one digit and the separator after it.
  const begun = /^(\d\d-)?(\d)[./ -]$/.exec(text);
  if (begun) return `${begun[1] ?? ''}0${begun[2]}-`;
  const plain = namedMonth(plainHyphens(oneLine(text)).replace(/ ?[./-] ?/g, '-'));
  // Equal separators: a number that stands before a date is no day of it.
  const iso = /(?:^|[^\d-])(\d{4})([- ])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(plain);
  const spoken = /(?:^|[^\d-])(\d{1,2})([- ])(\d{1,2})\2(\d{4}(?!\d)|\d\d$)/.exec(plain);
  const [, first, , month, last] = iso ?? spoken ?? [];
  if (!first || !month || !last) return text;
  const [day, year] = iso ? [last, first] : [first, last];
  return `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`;
}

/** '3 de diciembre de 1990' and '3-dic--1990' to '3-12-1990', whatever stands around it. */
function namedMonth(text: string): string {
  const [, day, name = '', year] =
    /(?:^|\D)(\d{1,2})[ -]+(?:de )?(\p{L}{3,10}),?[ -]+(?:del? )?(\d{4})(?!\d)/iu.exec(text) ?? [];
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
