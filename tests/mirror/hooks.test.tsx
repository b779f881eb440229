// @module-tag depth
import '#tests/page.ts';

import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { bills, policies, refunds } from '#mirror/collections.ts';
import { type MirroredView, MirrorProvider, useMirrored, useMirroredRows } from '#mirror/hooks.tsx';
import { atQuota } from '#tests/database/at-quota.ts';
import { pathOf, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { signedInEach } from './signed-in.ts';

let server: TestApp;
let device: Device;
let root: Root;
let views: MirroredView<Refund>[];
let ids: string[];
signedInEach((signedIn, started) => {
  [device, server] = [signedIn, started];
});
beforeEach(async () => {
  const { groups } = await device.mirror.read(policies);
  // The health policy comes first, because it has refunds.
  const found = [...(groups?.[0]?.rows ?? [])].sort((a) => (a.LineOfBusinessType.startsWith('Health') ? -1 : 1));
  ids = found.map(({ Policy }) => Policy);
  views = [];
  root = createRoot(document.createElement('div'));
});
afterEach(() => root.unmount());

function Probe({ policyId }: { policyId: string }) {
  views.push(useMirrored(refunds, policyId));
  return null;
}

const show = (policyId: string) =>
  root.render(
    <MirrorProvider mirror={device.mirror}>
      <Probe policyId={policyId} />
    </MirrorProvider>,
  );
const last = () => views.at(-1);
const until = (holds: () => void) => vi.waitFor(holds, { timeout: 5000 });
/** Waits until all years are shown, since the first is shown before the others. */
const settled = () => until(() => expect(last()).toMatchObject({ loading: false, refreshing: false, partial: false }));

test('shows loading only while nothing is mirrored, and pulls by itself', async () => {
  show(ids[0] ?? '');
  await settled();
  expect(views[0]).toMatchObject({ groups: null, loading: true });
  expect(last()?.groups).toBeTruthy();
  expect(device.seen).toHaveLength(1);
  // No render in between may look like an empty list.
  expect(views.every(({ groups, loading }) => loading === (groups === null))).toBe(true);
});

test('shows mirrored rows at once and keeps them while it pulls again', async () => {
  await device.mirror.pull(refunds, ids[0]);
  show(ids[0] ?? '');
  await settled();
  const shown = last()?.groups;
  keepFreshHere(device);
  await device.mirror.bringing.look('start');
  views = [];
  device.time.now += refunds.freshMs;
  window.dispatchEvent(new window.Event('online'));
  await until(() => expect(last()).toMatchObject({ at: device.time.now, refreshing: false }));
  expect(views.length).toBeGreaterThan(0);
  expect(views.every(({ groups, loading }) => groups === shown && !loading)).toBe(true);
});

test('rows pulled by another screen appear without a reload', async () => {
  device.network.up = false;
  show(ids[0] ?? '');
  await until(() => expect(last()).toMatchObject({ groups: null, loading: false, problem: 'offline' }));
  device.network.up = true;
  await device.mirror.pull(refunds, ids[0]);
  await until(() => expect(last()?.groups).toBeTruthy());
  expect(last()?.problem).toBeNull();
});

test('never shows another policy’s rows under this one', async () => {
  await device.mirror.pull(refunds, ids[0]);
  const ofFirst = (await device.mirror.read(refunds, ids[0])).groups;
  show(ids[0] ?? '');
  await settled();
  views = [];
  show(ids[1] ?? '');
  await until(() => expect(device.seen).toHaveLength(2));
  await until(() => expect(last()).toMatchObject({ loading: false, refreshing: false }));
  expect(views.some(({ groups }) => groups === ofFirst)).toBe(false);
});

test('[D25] [F14] a lock in another tab hides the rows at once', async () => {
  show(ids[0] ?? '');
  await settled();
  await createDevice(server, { name: device.db.name }).session.lock();
  await until(() => expect(last()).toMatchObject({ groups: null }));
});

test('[F18] goes on after the database connection was lost', async () => {
  show(ids[0] ?? '');
  await settled();
  device.loseConnection();
  device.time.now += 1000;
  await device.mirror.pull(refunds, ids[0]);
  await until(() => expect(last()?.at).toBe(device.time.now));
});

test.each([
  ['failed', async (): Promise<null> => Promise.reject(new DOMException('lost', 'UnknownError'))],
  ['found no session', async (): Promise<null> => null],
] as const)('[F18] shows its list where the first look for its place %s', async (_, first) => {
  await device.mirror.pull(refunds, ids[0]);
  device.mirror.forget();
  const locate = vi.fn(device.mirror.locate).mockImplementationOnce(first);
  root.render(
    <MirrorProvider mirror={{ ...device.mirror, peek: () => null, locate }}>
      <Probe policyId={ids[0] ?? ''} />
    </MirrorProvider>,
  );
  await until(() => expect(last()?.groups).toBeTruthy());
});

test('pulls again when a page returns from the back/forward cache', async () => {
  await device.mirror.pull(refunds, ids[0]);
  show(ids[0] ?? '');
  await settled();
  keepFreshHere(device);
  await device.mirror.bringing.look('start');
  device.seen.length = 0;
  device.time.now += refunds.freshMs;
  window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted: true }));
  await until(() => expect(last()?.at).toBe(device.time.now));
});

test('a damaged row is pulled again by the screen that finds it', async () => {
  await device.mirror.pull(refunds, ids[0]);
  for (const row of await device.db.refunds.toArray()) {
    await device.db.refunds.put({ ...row, data: new ArrayBuffer(row.data.byteLength) });
  }
  expect(await device.db.refunds.count()).toBeGreaterThan(0);
  device.seen.length = 0;
  show(ids[0] ?? '');
  await until(() => expect(last()?.groups).toBeTruthy());
  expect(device.seen.map(({ status }) => status)).toEqual([200]);
});

test('[F51] a list that gave way on a device without room ends its loading, until it finds room', async () => {
  keepFreshHere(device);
  const [policyId = ''] = ids;
  show(policyId);
  await settled();
  await device.mirror.bringing.look('start');
  const scope = (await device.mirror.locate(refunds, policyId))?.scope ?? '';
  let full = true;
  device.db.refunds.hook('creating', () => {
    if (full) throw new DOMException('full', 'QuotaExceededError');
  });
  await device.db.refunds.clear();
  await device.db.pulls.delete(scope);
  await until(() => expect(last()).toMatchObject({ groups: null, loading: true }));
  await device.mirror.bringing.look('minute');
  await until(() => expect(last()).toMatchObject({ groups: null, loading: false, problem: null }));
  full = false;
  await last()?.refresh();
  await until(() => expect(last()).toMatchObject({ groups: expect.anything(), loading: false }));
});

test('[F16][F51] a list that fails to come to a device without room says why instead of loading for ever', async () => {
  const makeRoom = atQuota(device.db);
  onTestFinished(makeRoom);
  device.network.up = false;
  show(ids[0] ?? '');
  await until(() => expect(last()).toMatchObject({ groups: null, loading: false, problem: 'offline' }));
  makeRoom();
  device.network.up = true;
  await last()?.refresh();
  await until(() => expect(last()).toMatchObject({ groups: expect.anything(), loading: false, problem: null }));
});

test('[F50] rows of several policies that were read before are there at the first render, and stay live', async () => {
  await device.mirror.pull(refunds, ids[0]);
  const seen: (ReadonlyMap<string, readonly Refund[]> | null)[] = [];
  function Rows() {
    seen.push(useMirroredRows(refunds, ids));
    useEffect(() => {
      shown = true;
      return () => {
        shown = false;
      };
    }, []);
    return null;
  }
  let shown = false;
  const showRows = (wanted = true) =>
    root.render(<MirrorProvider mirror={device.mirror}>{wanted && <Rows />}</MirrorProvider>);
  showRows();
  await until(() => expect(seen.at(-1)?.size).toBe(1));
  expect(seen[0]).toBeNull();
  const rows = seen.at(-1)?.get(ids[0] ?? '');
  expect(rows?.length).toBeGreaterThan(0);
  showRows(false);
  await until(() => expect(shown).toBe(false));
  seen.length = 0;
  showRows();
  await until(() => expect(seen.length).toBeGreaterThan(0));
  // A policy that was never pulled is known to be missing.
  expect(seen[0]?.get(ids[0] ?? '')).toEqual(rows);
  expect(seen[0]?.size).toBe(1);
  await device.mirror.pull(refunds, ids[1]);
  await until(() => expect(seen.at(-1)?.size).toBe(2));
  root.unmount();
  device.mirror.forget();
  expect(device.mirror.peekAside(refunds, ids)).toBeNull();
});

test('[F50] the lists of 120 policies that a summary read stay open, bills and refunds', async () => {
  const many = Array.from({ length: 120 }, (_, index) => `POL-${index}`);
  const [policyId] = ids;
  await device.mirror.pull(bills, policyId);
  const { groups } = await device.mirror.read(bills, policyId);
  const rows = groups?.flatMap((group) => group.rows);
  expect(rows?.length).toBeGreaterThan(0);
  const known = (await device.mirror.read(policies)).groups?.flatMap((group) => group.rows) ?? [];
  const insured = many.map((Policy) => ({ ...known.find((one) => one.Policy === policyId), Policy }));
  device.network.instead = (path) =>
    Response.json(path === pathOf('policies') ? insured : path.endsWith('getPendingBills') ? rows : []);
  expect(await device.mirror.pull(policies)).toMatchObject({ ok: true });
  const read = async () => {
    for (const collection of [bills, refunds])
      await device.mirror.readAside((await device.mirror.locateAll(many.map((id) => [collection, id]))) ?? []);
  };
  for (const id of many)
    for (const one of [bills, refunds])
      expect(await device.mirror.pull<never>(one as never, id)).toMatchObject({ ok: true });
  await read();
  const unsealed = vi.spyOn(crypto.subtle, 'decrypt');
  await read();
  // The customer is opened anew for each.
  expect(unsealed.mock.calls.length).toBeLessThan(5);
  expect(device.mirror.peekAside(bills, many)?.size).toBe(120);
  vi.restoreAllMocks();
});
