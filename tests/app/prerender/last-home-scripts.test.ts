import '#tests/page.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const marks = document.documentElement.dataset;

beforeEach(() => {
  vi.resetModules();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } });
  document.head.innerHTML = '<script type="x" data-inside="/assets/home-1a.js /assets/home-2b.css"></script>';
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  localStorage.clear();
  location.hash = '';
  delete marks.home;
  delete window.homeStyles;
  delete window.preloadParts;
});

/** Runs the script in the page's head. @returns the styles that it asked for, null when it awaits no last home */
async function head(hash: string, hint: object | null): Promise<string[] | null> {
  location.hash = hash;
  if (hint) localStorage.setItem('amparo', JSON.stringify(hint));
  await import('../../../src/app/last-home/head.ts');
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return 'home' in marks ? Array.from(styles, (link) => link.getAttribute('href') ?? '') : null;
}

const styles = ['/assets/home-2b.css'];
test.each([
  ['at home', '#/app', { open: true }, styles],
  ['at the start page', '', { open: true }, styles],
  ['not at another screen', '#/app/pagos', { open: true }, null],
  ['not without a session', '#/app', null, null],
  ['not in a locked session', '#/app', { open: false }, null],
  ['not with a passkey, whose key is not on the device', '#/app', { open: true, passkey: true }, null],
])('[D38] the last home is awaited %s', async (_where, hash, hint, expected) => {
  expect(await head(hash, hint)).toEqual(expected);
});

test('[D38] the last home is not awaited without a worker, which would bring it', async () => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: null } });
  expect(await head('#/app', { open: true })).toBeNull();
});

test('[D38] when none comes, the page is shown and asks for the parts of home', async () => {
  await head('#/app', { open: true });
  window.preloadParts = vi.fn();
  await import('../../../src/app/last-home/body.ts');
  expect(marks).not.toHaveProperty('home');
  expect(window.preloadParts).toHaveBeenCalledOnce();
});

test('[D38] a last home that cannot be drawn does not leave the page hidden', async () => {
  document.body.innerHTML = '<script type="application/json" data-last-home>{</script>';
  await head('#/app', { open: true });
  await expect(import('../../../src/app/last-home/body.ts')).rejects.toThrow();
  expect(marks).not.toHaveProperty('home');
});

test('[D38] a last home that is not awaited is not drawn, and its data does not stay in the page', async () => {
  document.body.innerHTML = '<script type="application/json" data-last-home>{}</script>';
  await head('#/app/pagos', { open: true });
  await import('../../../src/app/last-home/body.ts');
  expect(document.body.innerHTML).toBe('');
});
