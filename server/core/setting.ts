import * as v from 'valibot';
import { isThisMachine } from './wire.ts';

/** AMPARO_CORE_URL: https, or a process on this machine, because the calls name people. Parsing removes a trailing slash. */
export const coreUrl = v.pipe(
  v.string(),
  v.check((address) => URL.canParse(address)),
  v.transform((address) => new URL(address)),
  v.check(({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))),
  v.check(({ username, password, search, hash }) => [username, password, search, hash].every((part) => part === '')),
  v.transform(({ href }) => href.replace(/\/+$/, '')),
);

/** AMPARO_CORE_SECRET: long enough not to be guessed, and fit for a header. */
export const coreSecret = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,500}$/));
