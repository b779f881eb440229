import { afterAll, expect, test, vi } from 'vitest';

let groups: { rows: { Policy: string }[] }[] | null = null;
const queue: { policy: string }[] = [];
vi.mock('#app/device.ts', () => ({
  device: () => ({ mirror: { peek: () => groups && { groups } }, outbox: { list: async () => queue } }),
}));
const { isOwnPolicy } = await import('#app/own-address.ts');
afterAll(() => vi.doUnmock('#app/device.ts'));

test('[F49] an address of an earlier customer’s policy is not this customer’s', async () => {
  groups = [{ rows: [{ Policy: '520021' }] }];
  expect(await isOwnPolicy('520021')).toBe(true);
  expect(await isOwnPolicy('710001')).toBe(false);
});

test('a policy that the insurer no longer lists stays reachable while a queued request names it', async () => {
  groups = [{ rows: [] }];
  queue.push({ policy: '520021' });
  expect(await isOwnPolicy('520021')).toBe(true);
});

test('no address is turned away while the policies are unknown', async () => {
  groups = null;
  expect(await isOwnPolicy('710001')).toBe(true);
});
