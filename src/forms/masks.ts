import { type MaskitoOptions, type MaskitoPreprocessor, maskitoTransform } from '@maskito/core';

export type MaskName = 'date' | 'phone';

/**
 * What may stand in a field while it is being typed. Values that are pasted or filled in by the browser pass through too.
 *
 * @param prefix the dial prefix that stands before a phone number
 */
export function maskFor(name: MaskName, prefix = ''): MaskitoOptions {
  return name === 'phone' ? phone(prefix) : masks[name];
}

const masks: Record<Exclude<MaskName, 'phone'>, MaskitoOptions> = {
  /** dd-mm-aaaa: digits only, the dashes come by themselves (V5.13). */
  date: {
    mask: [/\d/, /\d/, '-', /\d/, /\d/, '-', /\d/, /\d/, /\d/, /\d/],
    preprocessors: [whole(dateInDigits)],
  },
};

/** The text as the mask lets it stand. */
export function masked(name: MaskName, text: string, prefix?: string): string {
  return maskitoTransform(text, maskFor(name, prefix));
}

/** Blanks, dots and hyphens are dropped (D6); a plus stays in front only of another country's number, which is none here. */
function phone(prefix: string): MaskitoOptions {
  return { mask: /^\+?\d{0,15}$/, preprocessors: [whole((text) => nationalNumber(text, prefix))] };
}

/** '+506 8888 7777' and '00506…', as contacts keep numbers, without the prefix that stands before the field already. */
function nationalNumber(text: string, prefix: string): string {
  const digits = text.replace(/\D/g, '');
  const [, sign] = /^[\s(]*(\+|00)/.exec(text) ?? [];
  if (!sign) return digits;
  const abroad = sign === '00' ? digits.slice(2) : digits;
  const own = prefix.replace(/\D/g, '');
  if (own !== '' && abroad.length > own.length && abroad.startsWith(own)) return abroad.slice(own.length);
  return sign === '00' ? digits : `+${digits}`;
}

/** '1990-12-03', '3/12/1990' and '3.12.1990' to '03-12-1990'; anything else as it is. */
function dateInDigits(text: string): string {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  const [, year, month, day] = iso ?? [];
  if (year && month && day) return `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`;
  const spoken = /^\s*(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})\s*$/.exec(text);
  const [, first, second, last] = spoken ?? [];
  return first && second && last ? `${first.padStart(2, '0')}-${second.padStart(2, '0')}-${last}` : text;
}

/** Rewrites a text that is pasted, or stands in the field already; not the single keys of typing. */
function whole(rewrite: (text: string) => string): MaskitoPreprocessor {
  return ({ elementState, data }, action) => {
    if (action === 'insert' && data.length > 1) return { elementState, data: rewrite(data) };
    if (action !== 'validation') return { elementState, data };
    const value = rewrite(elementState.value);
    if (value === elementState.value) return { elementState, data };
    return { elementState: { value, selection: [value.length, value.length] }, data };
  };
}
