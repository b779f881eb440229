/** The part of a draft that holds its form; the others are named after the fields of its files. */
export const FORM_PART = 'form';

/**
 * What is sealed in a draft's form row. In the clear the draft's name is an HMAC; sealed with the form it stands in words, so
 * that the draft can be named anew under another key.
 */
export interface NamedForm {
  name: string;
  form: unknown;
}

/** Null when the row holds nothing of the kind: it did not open, or was written before names were kept. */
export function namedFormFrom(value: unknown): NamedForm | null {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('form' in value)) return null;
  return typeof value.name === 'string' ? { name: value.name, form: value.form } : null;
}

/** The name of a customer's draft in the clear is made of these. */
export const draftNameParts = (name: string): [string, string] => ['draft', name];

/** What a part of a draft is bound to, without its owner. */
export const draftContext = (id: string, part: string) => ({ table: 'drafts', row: `${id}/${part}` });
