import { nameOf } from '#vault/names.ts';
import type { ReadingKeys } from './rows.ts';

/** A customer's name for a row that stands in the clear: an HMAC, which tells nothing without the key. */
export const rowName = ({ nameKey }: Pick<ReadingKeys, 'nameKey'>, ...parts: string[]): Promise<string> =>
  nameOf(nameKey, ...parts);
