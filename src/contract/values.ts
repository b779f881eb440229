import * as v from 'valibot';
import { instantOf, isBirthDay, isKnownDay, isTimeZone } from './calendar.ts';
import { toCents } from './cents.ts';
import { cleanText, oneLine } from './typed-text.ts';

/**
 * Values as the insurer's systems send them. They are forgiving where a screen can do without: a missing text is an empty one,
 * an unreadable amount is none. They are strict where something depends on it, as on ids and receipts.
 */

/**
 * A text that may be missing or null; always a string after parsing. Numbers are taken as their digits. A name or a number is
 * never as long as 500 letters. What is longer is cut, since a browser takes seconds to lay out one word of ten thousand (S2).
 */
export const text = textOf(500);

/** What a customer may have written, at most as long as a form takes it. */
export const longText = textOf(4000);

/** An address or another text that is worth nothing when it is cut. */
export const wholeText = textOf(Number.POSITIVE_INFINITY);

function textOf(limit: number) {
  return v.fallback(
    v.pipe(
      v.nullish(v.union([v.string(), v.number(), v.boolean()]), ''),
      v.transform((value) => tidied(String(value), limit)),
    ),
    '',
  );
}

/** Nearly every text there is: Latin letters, the first of them no blank. A history brings a hundred thousand of them. */
const PLAIN = /^[\x21-\u02ff][\x20-\u02ff]*$/;

function tidied(received: string, limit: number): string {
  return received.length <= limit && PLAIN.test(received) ? received : cut(wellFormed(received), limit);
}

/** Half of a sign, which JSON can carry, has no place in an address: encoding it there throws. */
function wellFormed(received: string): string {
  return received.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/**
 * Blanks alone are nothing. A sign with hundreds of marks on it is one word that no line can break. Eight are more than any
 * script of the world needs. Never cut between the two halves of a sign.
 */
function cut(long: string, limit: number): string {
  if (long.trim() === '') return '';
  const plain = long.replace(/(\p{M}{8})\p{M}+/gu, '$1');
  return plain.length <= limit ? plain : `${plain.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** An identifier: never empty. */
export const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => wellFormed(String(value))),
  v.nonEmpty(),
);

/**
 * An amount of money, to the cent, or a count; numeric texts with one reading are read; null when there is none. Rounded as it comes in,
 * it is the same number in a row, in a sum and on the payment page.
 */
export const amount = v.pipe(
  numberThat(hasOneReading),
  v.transform((value) => value && toCents(value)),
);

/** A share in percent; null when there is none. No point in it parts thousands. */
export const percentage = numberThat(() => true);

/** Whether a text of digits and a point says one amount. '185.000' may be a thousand times as much as '185.00'. */
export function hasOneReading(text: string): boolean {
  return !/^-?[1-9]\d{0,2}\.\d{3}$/.test(text.trim());
}

function numberThat(holds: (text: string) => boolean) {
  return v.fallback(
    v.pipe(
      v.nullish(v.union([v.number(), v.pipe(v.string(), v.check(holds))]), null),
      v.transform((value) => (value === null || `${value}`.trim() === '' ? null : Number(value))),
      v.nullable(v.pipe(v.number(), v.finite())),
    ),
    null,
  );
}

/**
 * A calendar date 'YYYY-MM-DD' without time or zone; a time behind it is cut off; null when there is none, no such day, or an
 * empty date of another system (D94).
 */
export const calendarDate = dayThat(isKnownDay);

/** The same of a person's birth, which may be longer ago. */
export const birthDate = dayThat(isBirthDay);

function dayThat(holds: (date: string) => boolean) {
  return v.fallback(
    v.pipe(
      v.nullish(v.string(), null),
      v.transform((value) => (value ? value.slice(0, 10) : null)),
      v.nullable(v.pipe(v.string(), v.check(holds))),
    ),
    null,
  );
}

/** An instant in ISO 8601 with its zone; after parsing as `Date.prototype.toISOString` writes it, which every engine reads. */
export const instant = v.pipe(
  v.string(),
  v.transform((text) => instantOf(text)?.toISOString() ?? ''),
  v.nonEmpty(),
);

/** The same; '' where there is none, or none that can be read. */
export const instantOrNone = v.pipe(
  text,
  v.transform((given) => instantOf(given)?.toISOString() ?? ''),
);

/** The same of an answer that a backend may lack; what cannot be read is none. */
export const knownInstant = v.fallback(v.optional(instant), undefined);

/**
 * The IANA time zone of the customer's device (D53); '' when it was not sent, or names none. An app of before sends none, and a
 * command is never refused for it.
 */
export const timeZone = v.fallback(v.optional(v.pipe(v.string(), v.check(isTimeZone)), ''), '');

/** The version 4 UUID a device gives to a queued command: its idempotency key. */
export const commandKey = v.pipe(v.string(), v.uuid());

/** Two status digits and flags that arrive as '0'/'1', 0/1 or false/true. */
export const flag = v.fallback(
  v.pipe(
    v.nullish(v.union([v.string(), v.number(), v.boolean()]), '0'),
    v.transform((value): '0' | '1' => (value === true || value === 1 || value === '1' ? '1' : '0')),
  ),
  '0',
);

/** A list whose unreadable rows are left out, so that one bad row does not cost the customer the others. Its metadata tell the row. */
export function listOf<S extends v.GenericSchema>(row: S) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((rows): v.InferOutput<S>[] =>
      rows.flatMap((one) => {
        const parsed = v.safeParse(row, one);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
    v.metadata({ row }),
  );
}

/** A form field the customer may leave empty; on the wire a missing field and an empty one are the same. */
export const optionalField = v.optional(v.pipe(v.string(), v.transform(cleanText), v.trim(), v.maxLength(4000)), '');

/** How a customer calls something of theirs: on one line, no longer than so many signs as JavaScript counts them. */
export const ownName = (most: number) => v.pipe(v.string(), v.transform(oneLine), v.maxLength(most));

/** A number or a key that was read on a paper: one word, at most as long as the longest key of a tax authority, Colombia's. */
export const paperMark = v.optional(
  v.pipe(
    v.string('Por favor, introduce un valor válido'),
    v.trim(),
    v.regex(/^[\p{L}\p{N}./_-]{0,96}$/u, 'Por favor, introduce un valor válido'),
  ),
  '',
);

/** A form field that must not be empty. */
export const requiredField = v.pipe(
  v.string('Por favor, introduce un valor válido'),
  v.transform(cleanText),
  v.trim(),
  v.nonEmpty('Por favor, introduce un valor válido'),
  v.maxLength(4000, 'Por favor, introduce un valor válido'),
);

/** Far beyond any passphrase; without a limit, the hashing of a very long one would keep the server busy. */
export const MAX_PASSWORD_CHARS = 1024;
