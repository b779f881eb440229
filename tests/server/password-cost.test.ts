import { beforeEach, expect, test, vi } from 'vitest';
import { EARLIER_COSTS, PASSWORD_COST, provePassword, sealPassword } from '#server/accounts/passwords.ts';

const costs = vi.hoisted((): number[] => []);
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  const scrypt = (...given: Parameters<typeof real.scrypt>) => {
    costs.push(Number(given[3].N));
    real.scrypt(...given);
  };
  return { ...real, scrypt };
});
beforeEach(() => costs.splice(0));

/** The costs of what was derived, the smallest first. */
const derived = () => costs.toSorted((a, b) => a - b);

test('[S5] a sign-in derives the same, whether the account exists and at whichever cost its password was sealed', async () => {
  const [present, earlier] = [1024, [256, 512]];
  const sealed = await Promise.all([...earlier, present].map((cost) => sealPassword('Amparo2026', cost, [])));
  for (const one of [...sealed, undefined]) {
    for (const typed of ['Amparo2026', 'nope']) {
      costs.splice(0);
      const { right, renewed } = await provePassword(typed, one, present, [], earlier);
      expect(derived()).toEqual([256, 512, 1024]);
      expect(right).toBe(one !== undefined && typed === 'Amparo2026');
      expect(renewed !== null).toBe(right && one !== sealed.at(-1));
      if (renewed)
        expect(await provePassword('Amparo2026', renewed, present, [])).toEqual({ right: true, renewed: null });
    }
  }
});

test('[S5] with no earlier cost a password is derived once', async () => {
  await provePassword('nope', undefined, 1024, [], []);
  expect(derived()).toEqual([1024]);
});

test('[S5] every cost that was ever released is still derived', () => {
  const released = [2 ** 17];
  expect([PASSWORD_COST, ...EARLIER_COSTS]).toEqual(expect.arrayContaining(released));
});
