// @module-tag depth
import '#tests/page.ts';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRouterHistory } from '#app/router-history.ts';
import {
  backOverLayer,
  forgetLayers,
  keepSteps,
  layersGone,
  openLayer,
  stepNow,
  travel,
  writeStep,
} from '#history/entries.ts';

let router: ReturnType<typeof createRouterHistory>;
const told = vi.fn();

beforeEach(() => {
  window.history.pushState(null, '', '#/app');
  router = createRouterHistory();
  router.subscribe(told);
  told.mockReset();
});
afterEach(async () => {
  vi.restoreAllMocks();
  forgetLayers();
  await layersGone();
});

/** Opens a layer as a dialog does: closing it drops its entry. */
function open() {
  const closed = vi.fn();
  const drop = openLayer(() => {
    closed();
    drop();
  });
  return { closed, drop };
}
const typed = (hash: string) => {
  window.history.pushState(null, '', hash);
  window.dispatchEvent(new window.PopStateEvent('popstate', { state: null }));
};
/** Lets the timers run that look at an entry after the task of a press. */
const later = () => new Promise((after) => setTimeout(after, 5));

test('[D44] Back closes the topmost layer only, and the router hears nothing', async () => {
  const [first, second] = [open(), open()];
  window.history.back();
  expect([first.closed, second.closed].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  await layersGone();
  window.history.back();
  expect(first.closed).toHaveBeenCalledTimes(1);
  await layersGone();
  expect(window.location.hash).toBe('#/app');
  expect(told).not.toHaveBeenCalled();
});

test('[D44] a layer that is closed drops its entry, also one that closes as another opens', async () => {
  const before = window.history.state;
  const first = open();
  first.drop();
  const second = open();
  await layersGone();
  expect(window.history.state.amparoLayer, 'the entry of the open layer stays').toBeTypeOf('string');
  second.drop();
  await layersGone();
  await later();
  expect(window.history.state).toEqual(before);
  expect(told).not.toHaveBeenCalled();
});

test('[D44] an address typed over a layer is followed, and the layer closes after the router has heard of it', async () => {
  const { closed } = open();
  told.mockImplementation(() => expect(closed).not.toHaveBeenCalled());
  typed('#/app/novedades');
  expect(told).toHaveBeenCalledTimes(1);
  await later();
  expect(closed).toHaveBeenCalledTimes(1);
  await layersGone();
  expect(window.location.hash).toBe('#/app/novedades');
});

test('[D44] a link left the entry of its layer behind, and Back passes over it', async () => {
  const { drop } = open();
  router.push('/app/novedades');
  drop();
  await layersGone();
  expect(window.location.hash).toBe('#/app/novedades');
  told.mockClear();
  window.history.back();
  expect(window.location.hash).toBe('#/app');
  expect(window.history.state.amparoLayer).toBeUndefined();
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: { type: 'BACK' } }));
});

test('[D44] an address that is opened before a closed layer dropped its entry is opened again', async () => {
  const { drop } = open();
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => {});
  drop();
  await later();
  expect(go).toHaveBeenCalledExactlyOnceWith(-1);
  typed('#/app/novedades');
  // The browser now carries out the step back, which leads from the new screen to the one before.
  window.history.back();
  await layersGone();
  await vi.waitFor(() => expect(window.location.hash).toBe('#/app/novedades'));
});

test('[D44] a move that the browser dropped is given up after a second, and the next one is made', async () => {
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => {});
  const moves = Promise.all([travel(-1), travel(-1)]);
  await later();
  expect(go).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(2), { timeout: 2000 });
  await moves;
});

test('[H2.19] a move that brings an address tells the router once, and the entry keeps its key', async () => {
  const before = window.history.state;
  router.push('/app?showing=true');
  told.mockClear();
  await travel(-1, '/app?poliza=2');
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: { type: 'BACK' } }));
  expect([router.location.href, window.location.hash]).toEqual(['/app?poliza=2', '#/app?poliza=2']);
  expect(window.history.state).toEqual(before);
});

test('[D44] a move that the browser dropped writes its address nowhere', async () => {
  vi.spyOn(window.history, 'go').mockImplementation(() => {});
  await travel(-1, '/app?poliza=2');
  expect(window.location.hash).toBe('#/app');
});

test('[D44] a page that was reloaded with an open layer goes back to the entry below, unheard', async () => {
  const before = window.history.state;
  window.history.pushState({ ...before, amparoLayer: 'of the page before' }, '');
  createRouterHistory().subscribe(told);
  await layersGone();
  expect(window.history.state).toEqual(before);
  expect(told).not.toHaveBeenCalled();
});

test('[D44] Back leads through the steps of a screen, and a move over all of them is told to nobody', async () => {
  const showStep = vi.fn();
  const end = keepSteps(showStep);
  writeStep('one', 'replace');
  writeStep('two', 'push');
  writeStep('three', 'push');
  window.history.back();
  expect(showStep).toHaveBeenLastCalledWith('two');
  await travel(-1);
  expect(stepNow()).toBe('one');
  expect(showStep).toHaveBeenCalledTimes(1);
  expect(told).not.toHaveBeenCalled();
  end();
  window.history.forward();
  expect(showStep).toHaveBeenCalledTimes(1);
});

test('[D44] a step written over a closed layer does not take its mark along', () => {
  window.history.pushState({ ...window.history.state, amparoLayer: 'left' }, '');
  writeStep('one', 'replace');
  expect(window.history.state.amparoLayer).toBeUndefined();
});

test('[D44] a layer can be closed by going back over its entry, where it has one', async () => {
  expect(backOverLayer()).toBe(false);
  const { closed } = open();
  expect(backOverLayer()).toBe(true);
  expect(closed).toHaveBeenCalledTimes(1);
  await layersGone();
});

test('[D44] a plain link gets a key and an index after the entry before; the router is told in which direction', async () => {
  const index = router.location.state.__TSR_index;
  typed('#/app/novedades?a=1');
  expect(window.history.state).toMatchObject({ __TSR_index: index + 1, __TSR_key: expect.stringMatching(/^\w+$/) });
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ action: { type: 'FORWARD' } }));
  expect(router.location).toMatchObject({ pathname: '/app/novedades', search: '?a=1', href: '/app/novedades?a=1' });
  const { state } = router.location;
  window.history.back();
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ action: { type: 'BACK' } }));
  window.history.forward();
  expect(router.location.state).toEqual(state);
});
