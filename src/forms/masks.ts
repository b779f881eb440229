import { type MaskitoOptions, type MaskitoPreprocessor, maskitoTransform } from '@maskito/core';

export type MaskName = 'date' | 'amount' | 'phone';

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
  /** '86.40': a point before at most two decimals, whichever separator is typed. */
  amount: { mask: /^\d{0,12}(\.\d{0,2})?$/, preprocessors: [whole(pastedAmount, filledAmount), commaAsPoint] },
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

/** '1.234,56', '1,234.56' and 'US$ 1.234' to '1234.56' and '1234': the last separator counts unless three digits follow it. */
export function pastedAmount(text: string): string {
  const cleaned = text.replace(/[^\d.,]/g, '');
  const place = Math.max(cleaned.lastIndexOf('.'), cleaned.lastIndexOf(','));
  if (place < 0) return cleaned;
  const decimals = cleaned.slice(place + 1);
  const integer = cleaned.slice(0, place).replace(/\D/g, '');
  return decimals.length === 3 ? integer + decimals : `${integer}.${decimals.slice(0, 2)}`;
}

/**
 * The same for a text that stands in the field already. Unless it has thousands and decimals for all to see, its first
 * separator is one the customer typed: a third decimal or a second point must not turn 86.40 into 86405.
 */
function filledAmount(text: string): string {
  const cleaned = text.replace(/[^\d.,]/g, '');
  if (/^\d{1,3}([.,])\d{3}(\1\d{3})*(?!\1)[.,]\d{1,2}$/.test(cleaned)) return pastedAmount(cleaned);
  const [integer = '', ...decimals] = cleaned.split(/[.,]/);
  return decimals.length === 0 ? integer : `${integer}.${decimals.join('').slice(0, 2)}`;
}

function commaAsPoint({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  return { elementState, data: data.replace(',', '.') };
}

/** Rewrites a text that is pasted, and with `refill` one that stands in the field already; not the single keys of typing. */
function whole(rewrite: (text: string) => string, refill = rewrite): MaskitoPreprocessor {
  return ({ elementState, data }, action) => {
    if (action === 'insert' && data.length > 1) return { elementState, data: rewrite(data) };
    if (action !== 'validation') return { elementState, data };
    const value = refill(elementState.value);
    if (value === elementState.value) return { elementState, data };
    return { elementState: { value, selection: [value.length, value.length] }, data };
  };
}
