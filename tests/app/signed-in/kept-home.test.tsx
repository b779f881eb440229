import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { device, openHome } from '#app/device.ts';
import { keptHome } from '#app/home-part.ts';
import { KeptHome } from '#app/signed-in/kept-home.tsx';
import { createDatabase, type Database } from '#database/open.ts';
import { createStore } from '#rules/store.ts';
import { customerHere } from '#tests/app/customer-here.ts';
import { useEntryState } from '#ui/hooks/entry-state.ts';

let db: Database;

beforeEach(() => {
  db = createDatabase();
});

afterEach(() => {
  cleanup();
  db.close();
});

const turned = createStore('upright');
/** What draws the layout around home anew, as the notice of inactivity. */
const nearing = createStore(false);
let listening = 0;
let rendered = 0;

function Layout({ home }: { home: () => ReactNode }) {
  useSyncExternalStore(nearing.subscribe, nearing.now);
  return (
    <>
      <KeptHome screen={home} />
      <Outlet />
    </>
  );
}

function Home() {
  rendered += 1;
  const way = useSyncExternalStore(turned.subscribe, turned.now);
  const [pressed, setPressed] = useState(0);
  useEffect(() => {
    listening += 1;
    return () => {
      listening -= 1;
    };
  }, []);
  return (
    <>
      <button type="button" onClick={() => setPressed(pressed + 1)}>
        pressed {pressed}
        {way === 'upright' ? '' : `, ${way}`}
      </button>
      {pressed > 1 && createPortal(<div role="dialog">Aportación extra</div>, document.body)}
    </>
  );
}

function Choosing() {
  const [chosen, choose] = useEntryState('chosen', 0);
  return (
    <button type="button" onClick={() => choose(chosen + 1)}>
      chosen {chosen}
    </button>
  );
}

/** Opens home. */
async function startAtHome(screen: () => ReactNode = Home) {
  const root = createRootRoute();
  const app = createRoute({
    getParentRoute: () => root,
    path: '/app',
    component: () => <Layout home={screen} />,
  });
  const home = createRoute({ getParentRoute: () => app, path: '/', component: () => null });
  const other = createRoute({ getParentRoute: () => app, path: '/otra', component: () => <h1>Otra</h1> });
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Inicio</h1> });
  const history = createMemoryHistory({ initialEntries: ['/app'] });
  const routeTree = root.addChildren([start, app.addChildren([home, other])]);
  const router = createRouter({ routeTree, history });
  await act(() => router.load());
  render(<RouterProvider router={router as never} />);
  const go = (to: string) => act(() => router.navigate({ to }));
  const back = () => act(async () => history.back());
  return { go, back };
}

/** Opens home, presses its button and goes to another screen. The second press opens a dialog. */
async function leaveHome(presses = 1) {
  const { go } = await startAtHome();
  const drawn = screen.getByRole('button', { name: 'pressed 0' });
  for (let left = presses; left > 0; left -= 1) fireEvent.click(drawn);
  await go('/app/otra');
  return { drawn, go };
}

test('home is out of the page behind another screen, and stands as it was on the way back', async () => {
  const { drawn, go } = await leaveHome();
  expect(screen.getByRole('heading').textContent).toBe('Otra');
  expect(document.body.textContent).toBe('Otra');
  expect(listening).toBe(0);
  expect(keptHome.is).toBe(true);
  const before = rendered;
  await go('/app');
  expect(rendered).toBe(before);
  expect(screen.getByRole('button', { name: 'pressed 1' })).toBe(drawn);
  expect(document.body.textContent).toBe('pressed 1');
  expect(listening).toBe(1);
});

const draft = { id: 'd', part: '', owner: 'o', at: 1, iv: new Uint8Array(12), data: new ArrayBuffer(8) };

test('[F50] a change of what home shows lets it go, by any page', async () => {
  const { drawn, go } = await leaveHome();
  await act(() => db.drafts.put(draft as never));
  await expect.poll(() => keptHome.is).toBe(false);
  await go('/app');
  expect(screen.getByRole('button', { name: 'pressed 0' })).not.toBe(drawn);
});

test('[F50][F12] what is still being written of a form that is left lets it go before the way home asks', async () => {
  await customerHere(device().db);
  await leaveHome();
  device().drafts.save('ticket', { descripcion: 'Una duda' });
  const asked: boolean[] = [];
  const isKept = () => {
    asked.push(keptHome.is);
    return keptHome.is;
  };
  await act(() => openHome(undefined, isKept));
  expect(asked).toEqual([false]);
});

test('what changed outside the rows while it was away, as the width of the window, is there on the way back', async () => {
  const { drawn, go } = await leaveHome();
  turned.set('wide');
  await go('/app');
  expect(screen.getByRole('button', { name: 'pressed 1, wide' })).toBe(drawn);
  turned.set('upright');
});

test('[D86] what is kept by history entry is of the entry that home is shown for', async () => {
  const { go, back } = await startAtHome(Choosing);
  const choose = () => fireEvent.click(screen.getByRole('button'));
  const chosen = () => screen.getByRole('button').textContent;
  choose();
  await go('/app/otra');
  await go('/app');
  expect(chosen(), 'another entry').toBe('chosen 0');
  choose();
  choose();
  await back();
  await back();
  expect(chosen()).toBe('chosen 1');
});

test('what says only when something was read lets it stand', async () => {
  const { drawn, go } = await leaveHome();
  await act(() => db.pulls.put({ scope: 's', owner: 'o', at: 1, etag: null, problem: null, revision: '' }));
  await act(() => db.vault.put({ id: 'activity' } as never));
  expect(keptHome.is).toBe(true);
  await go('/app');
  expect(screen.getByRole('button')).toBe(drawn);
});

test('[F50][V4.3] a layout that is drawn anew moves nothing of the home in it, which keeps its focus and its place', async () => {
  const { drawn, go } = await leaveHome();
  await go('/app');
  drawn.focus();
  const moved = new MutationObserver(() => undefined);
  moved.observe(document.body, { childList: true, subtree: true });
  for (const near of [true, false]) act(() => nearing.set(near));
  expect(moved.takeRecords()).toHaveLength(0);
  expect(document.activeElement).toBe(drawn);
});

test('a dialog that was left open is not there on the way back', async () => {
  const { go } = await leaveHome(2);
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  await go('/app');
  expect(document.body.textContent).toBe('pressed 0');
});

test('[H4.9] nothing of it is left once the signed-in area is left', async () => {
  const { drawn, go } = await leaveHome();
  await go('/');
  expect(keptHome.is).toBe(false);
  await go('/app');
  expect(screen.getByRole('button', { name: 'pressed 0' })).not.toBe(drawn);
});
