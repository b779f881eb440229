import { MINUTE_MS } from '#contract/age.ts';
import '#tests/page.ts';

import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#database/open.ts';
import { useRelayPhotos, VisitorDraftsContext } from '#features/registration/relay-photos.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { RELAY_DRAFT } from '#outbox/drafts.ts';

const code = `${'r'.repeat(43)}.${'a'.repeat(43)}`;
const another = `${'r'.repeat(43)}.${'b'.repeat(42)}A`;
const photo = (text: string) => ({
  bytes: new TextEncoder().encode(text).buffer,
  name: 'foto.jpg',
  type: 'image/jpeg',
  size: text.length,
});

let count = 0;
let db: Database;
let now: number;
beforeEach(() => {
  count += 1;
  db = createDatabase(`relay photos ${count}`);
  now = Date.parse('2026-11-22T12:00:00Z');
});
afterEach(cleanup);

const draftsHere = () => createDrafts({ db, clock: () => now, whose: 'visitor' });

/** Opens the phone's page at this code. */
async function page(opened = code) {
  const drafts = draftsHere();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <VisitorDraftsContext value={drafts}>{children}</VisitorDraftsContext>
  );
  const hook = renderHook(({ scanned }) => useRelayPhotos(scanned, ['frontal', 'reverso']), {
    wrapper,
    initialProps: { scanned: opened },
  });
  await waitFor(() => expect(hook.result.current.photos).toBeDefined());
  const keep = (photos: Record<string, ReturnType<typeof photo> | null>) => act(() => hook.result.current.keep(photos));
  return {
    keep,
    photos: () =>
      Object.fromEntries(
        Object.entries(hook.result.current.photos ?? {}).map(([side, one]) => [
          side,
          one && new TextDecoder().decode(one.bytes),
        ]),
      ),
    async take(photos: Record<string, ReturnType<typeof photo> | null>) {
      keep(photos);
      await act(() => hook.result.current.flush());
    },
    scan: (scanned: string) => hook.rerender({ scanned }),
    end: () => act(() => hook.result.current.end()),
    flush: () => act(() => hook.result.current.flush()),
    close: hook.unmount,
  };
}

test('[S20][F27] photos are restored when the page ended before sending; removed ones are not', async () => {
  const first = await page();
  await first.take({ frontal: photo('cara'), reverso: photo('dorso') });
  await first.take({ frontal: photo('cara'), reverso: null });
  first.close();
  expect((await page()).photos()).toEqual({ frontal: 'cara' });
});

test('[S20] photos open only with their code: another code finds nothing and erases them', async () => {
  const first = await page();
  await first.take({ frontal: photo('cara') });
  // The device's key opens the row, but its content stays sealed.
  const stored = (await draftsHere().load(RELAY_DRAFT))?.files.frontal;
  expect(new TextDecoder().decode(stored?.bytes)).toMatch(/^[\w-]{40,}$/);
  expect(stored?.name).toBe('frontal');
  first.close();
  expect((await page(another)).photos()).toEqual({});
  expect(await db.drafts.count()).toBe(0);
});

test('[S20] nothing stays on the phone after sending, not even a photo still being stored', async () => {
  const first = await page();
  first.keep({ frontal: photo('cara') });
  await first.end();
  expect(await db.drafts.count()).toBe(0);
});

test('[S20] a code scanned while the page is open takes over its photos', async () => {
  const first = await page();
  await first.take({ frontal: photo('cara') });
  await first.end();
  first.scan(another);
  await first.flush();
  first.close();
  expect((await page(another)).photos()).toEqual({ frontal: 'cara' });
});

test('[S20] unsent photos are erased when the code expires', async () => {
  const first = await page();
  await first.take({ frontal: photo('cara') });
  first.close();
  now += 10 * MINUTE_MS;
  const again = await page();
  expect(again.photos()).toEqual({ frontal: 'cara' });
  again.close();
  now += 1;
  expect((await page()).photos()).toEqual({});
  expect(await db.drafts.count()).toBe(0);
});
