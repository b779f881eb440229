import * as v from 'valibot';
import { type AttemptRules, attemptRules } from './attempts.ts';

/**
 * The limits that an operator may set, each with the least and the most that are free before the first wait. Below, one
 * household would wait; above, the limit would protect nobody. By network they suit a town behind one address, or a head office.
 * Those that guard one account against guesses can only become a little stricter or wider, and all others stay as they are.
 */
export const tunableLimits = {
  signInPerAddress: [20, 1_000],
  lookupPerAddress: [100, 5_000],
  relayPerAddress: [10, 400],
  recoveryPerAddress: [20, 500],
  registerPerAddress: [20, 1_000],
  writesPerCustomer: [100, 2_000],
  requestsPerCustomer: [500, 10_000],
  signInPerAccount: [3, 10],
  signInPerDevice: [3, 10],
  codePerAccount: [3, 10],
} as const satisfies Partial<Record<keyof AttemptRules, readonly [least: number, most: number]>>;

type Tunable = keyof typeof tunableLimits;

const isTunable = (name: string): name is Tunable => Object.hasOwn(tunableLimits, name);

/** 'signInPerAddress=400, registerPerAddress=300': the rules that differ from the usual ones. A name twice is refused. */
export const tunedLimits = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Partial<AttemptRules> => {
    const rules: Partial<AttemptRules> = {};
    for (const part of dataset.value.split(',')) {
      const [, name = '', digits] = /^\s*([a-z]+)=(\d{1,6})\s*$/i.exec(part) ?? [];
      const free = Number(digits);
      if (!isTunable(name) || rules[name] || free < tunableLimits[name][0] || free > tunableLimits[name][1]) {
        addIssue({ message: 'no limit that can be set so' });
        return NEVER;
      }
      rules[name] = { ...attemptRules[name], free };
    }
    return rules;
  }),
);
