import * as v from 'valibot';
import { isBirthDay, isKnownDay } from '#contract/calendar.ts';
import {
  amount,
  birthDate,
  calendarDate,
  flag,
  hasOneReading,
  instant,
  instantOrNone,
  longText,
  percentage,
  text,
  wholeText,
} from '#contract/values.ts';

/**
 * The contract's schemas forgive: a missing text is an empty one, an unreadable amount is none. A backend is judged by the same
 * schemas without that. A field is there unless a backend may lack it, and what it says needs no mending.
 */

/** A schema as this file reads it. */
interface Read extends v.GenericSchema {
  pipe?: readonly (Read | { kind: 'validation' | 'transformation' | 'metadata'; metadata?: { row?: Read } })[];
  wrapped?: Read;
  entries?: Record<string, Read>;
  item?: Read;
  value?: Read;
  key?: string;
  options?: readonly unknown[];
}

const isText = (most: number) => (value: unknown) =>
  value === null ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= most && !/\p{Surrogate}/u.test(value));
const isDay = (holds: (day: string) => boolean) => (value: unknown) =>
  value === null || value === '' || (typeof value === 'string' && holds(value.slice(0, 10)));
const isNumber = (holds: (text: string) => boolean) => (value: unknown) =>
  value === null ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) && holds(value));

/** What the forgiving values of the contract hold when there is nothing to forgive. */
const strict = new Map<unknown, (value: unknown) => boolean>([
  [text, isText(500)],
  [longText, isText(4000)],
  [wholeText, isText(Number.POSITIVE_INFINITY)],
  [amount, isNumber(hasOneReading)],
  [percentage, isNumber(() => true)],
  [calendarDate, isDay(isKnownDay)],
  [birthDate, isDay(isBirthDay)],
  [instantOrNone, (value) => value === null || value === '' || v.is(instant, value)],
  [flag, (value) => [null, '0', '1', 0, 1, true, false].includes(value as null)],
]);

/** Where an answer is not as its schema says, in words; empty when it is. */
export function deviationsIn(schema: v.GenericSchema, answer: unknown): string[] {
  return found(schema as Read, answer, '');
}

/** Whether a backend may lack the field. */
export function isOptional(schema: v.GenericSchema): boolean {
  const { type, pipe } = schema as Read;
  if (strict.has(schema)) return false;
  if (pipe?.[0]?.kind === 'schema') return isOptional(pipe[0] as Read);
  return type === 'optional' || type === 'nullish';
}

function found(schema: Read, value: unknown, at: string): string[] {
  const wrong = [`'${at}' is ${JSON.stringify(value)?.slice(0, 40)}`];
  const holds = strict.get(schema);
  if (holds) return holds(value) ? [] : wrong;
  if (schema.pipe) return inPipe(schema.pipe, value, at);
  if (schema.wrapped) {
    const may = value === undefined ? ['optional', 'nullish'] : ['nullable', 'nullish'];
    return (value === undefined || value === null) && may.includes(schema.type) ? [] : found(schema.wrapped, value, at);
  }
  if (schema.entries) return isObject(value) ? inFields(schema.entries, value, at) : wrong;
  if (schema.type === 'variant') {
    const option = (schema.options as Read[]).find(({ entries = {} }) => {
      const tag = entries[schema.key ?? ''];
      return tag && isObject(value) && v.is(tag, value[schema.key ?? '']);
    });
    return option ? found(option, value, at) : wrong;
  }
  if (schema.type === 'array') {
    return Array.isArray(value) ? value.flatMap((one, i) => found(schema.item as Read, one, `${at}[${i}]`)) : wrong;
  }
  if (schema.type === 'record') {
    if (!isObject(value)) return wrong;
    return Object.entries(value).flatMap(([name, one]) => found(schema.value as Read, one, `${at}.${name}`));
  }
  // A picklist keeps its options although it may have been made to forgive.
  const fits = schema.type === 'picklist' ? schema.options?.includes(value) : v.is(schema, value);
  return fits ? [] : wrong;
}

function inPipe(pipe: NonNullable<Read['pipe']>, value: unknown, at: string): string[] {
  for (const step of pipe) {
    const row = 'metadata' in step ? step.metadata?.row : undefined;
    const here =
      step.kind === 'schema'
        ? found(step as Read, value, at)
        : row && Array.isArray(value)
          ? value.flatMap((one, i) => found(row, one, `${at}[${i}]`))
          : [];
    if (here.length > 0) return here;
  }
  // The steps again without what forgave them as a whole.
  const steps = pipe as unknown as [v.GenericSchema, ...v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>[]];
  return v.is(v.pipe(...steps), value) ? [] : [`'${at}' is ${JSON.stringify(value)?.slice(0, 40)}`];
}

function inFields(entries: Record<string, Read>, value: Record<string, unknown>, at: string): string[] {
  return Object.entries(entries).flatMap(([name, schema]) => {
    const where = at === '' ? name : `${at}.${name}`;
    if (value[name] !== undefined) return found(schema, value[name], where);
    return isOptional(schema) ? [] : [`'${where}' is missing`];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
