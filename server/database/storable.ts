import * as v from 'valibot';

/** Whether PostgreSQL can store the text: it has no NUL and no half of a sign (22021, 22P05). */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** A text that goes into the database, or is compared with one there. What cannot be stored is refused as malformed. */
export const storable = v.pipe(v.string(), v.check(isStorable));
