import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Collection,
  cards,
  documents,
  payments,
  personalInformation,
  policies,
  tickets,
} from '#mirror/collections.ts';
import type { Wanted } from '#mirror/mirror.ts';
import { tickets as ticketsAtServer } from '#server/database/schema.ts';
import type { TestApp } from '#tests/server/test-app.ts';
import type { Device } from '#tests/session/device.ts';
import { signedInEach } from './signed-in.ts';

const REVALIDATE = '/api/lecturas/revalidar';
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestApp;
let device: Device;
let wanted: Wanted[];
signedInEach((signedIn, started) => {
  [device, server] = [signedIn, started];
});
beforeEach(async () => {
  const { groups } = await device.mirror.read(policies);
  const health = groups?.[0]?.rows.find(({ LineOfBusinessType }) => LineOfBusinessType.startsWith('Health'));
  wanted = [
    [payments as Collection<unknown>, health?.Policy],
    [cards as Collection<unknown>, health?.Policy],
    [personalInformation as Collection<unknown>],
    [tickets as Collection<unknown>],
  ];
  for (const [collection, policyId] of wanted) {
    expect(await device.mirror.pull(collection, policyId)).toMatchObject({ ok: true });
  }
  device.time.now += DAY_MS / 24 + 1;
  device.seen.length = 0;
});

const confirmedAt = async ([collection, policyId]: Wanted) => (await device.mirror.read(collection, policyId)).at;
const freshen = async () => {
  for (const [collection, policyId] of wanted) await device.mirror.freshen(collection, policyId);
};

describe('one request for what the device holds', () => {
  test('confirms what has not changed, and leaves what has to its own pull', async () => {
    await server.db.update(ticketsAtServer).set({ notas: crypto.randomUUID() });
    await device.mirror.revalidate(wanted);
    expect(device.paths()).toEqual([REVALIDATE]);
    for (const one of wanted.slice(0, 3)) expect(await confirmedAt(one)).toBe(device.time.now);
    expect(await confirmedAt(wanted[3] as Wanted)).toBeLessThan(device.time.now);
    await freshen();
    expect(device.paths()).toEqual([REVALIDATE, '/api/tickets/getTicketsByPoliza']);
    expect(await confirmedAt(wanted[3] as Wanted)).toBe(device.time.now);
  });

  test('serves several that ask at almost the same time', async () => {
    await Promise.all(wanted.map((one) => device.mirror.revalidate([one])));
    expect(device.paths()).toEqual([REVALIDATE]);
    await freshen();
    expect(device.paths()).toEqual([REVALIDATE]);
  });

  test('is not made for two lists, nor about what is fresh or was never pulled', async () => {
    await device.mirror.revalidate(wanted.slice(0, 2));
    await device.mirror.freshen(tickets);
    await device.mirror.freshen(personalInformation);
    device.seen.length = 0;
    await device.mirror.revalidate([...wanted, [documents as Collection<unknown>, wanted[0]?.[1]]]);
    expect(device.paths()).toEqual([]);
  });

  test('is made once at a backend that lacks it; each list is then asked about by itself', async () => {
    device.network.instead = async (path) => (path === REVALIDATE ? Response.json({}, { status: 404 }) : null);
    await device.mirror.revalidate(wanted);
    await freshen();
    device.time.now += DAY_MS;
    await device.mirror.revalidate(wanted);
    expect(device.paths().filter((path) => path === REVALIDATE)).toHaveLength(1);
    for (const one of wanted) expect(await confirmedAt(one)).toBe(device.time.now - DAY_MS);
  });

  test('changes nothing without a connection, and is made again later', async () => {
    device.network.up = false;
    await device.mirror.revalidate(wanted);
    for (const one of wanted) expect(await confirmedAt(one)).toBeLessThan(device.time.now);
    device.network.up = true;
    await device.mirror.revalidate(wanted);
    for (const one of wanted) expect(await confirmedAt(one)).toBe(device.time.now);
  });

  test('confirms nothing that a change on the device has overtaken meanwhile', async () => {
    const [collection, policyId] = wanted[0] as Wanted;
    device.network.instead = async (path) => {
      if (path === REVALIDATE) await device.mirror.expectChange(collection, policyId);
      return null;
    };
    await device.mirror.revalidate(wanted);
    expect(await confirmedAt([collection, policyId])).toBeLessThan(device.time.now);
    expect(await confirmedAt(wanted[1] as Wanted)).toBe(device.time.now);
  });
});
