import { nameOf } from '#vault/names.ts';
import type { ReadingKeys } from './rows.ts';

/** The name under which something of this customer stands in the clear: an HMAC that tells nothing without the key. */
export const rowName = ({ nameKey }: Pick<ReadingKeys, 'nameKey'>, ...parts: string[]): Promise<string> =>
  nameOf(nameKey, ...parts);
