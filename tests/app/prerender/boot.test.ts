// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitingText } from '#features/start/words.ts';
import { chooseAppearance } from '#senses/appearance.ts';
import { isOff } from '#tests/is-off.ts';

const script = readFileSync('src/app/prerender/boot.js', 'utf8');
const marks = document.documentElement.dataset;

function boot(hash: string, hint?: string): string | undefined {
  location.hash = hash;
  if (hint !== undefined) localStorage.setItem('amparo', hint);
  new Function(script)();
  return marks.screen;
}

afterEach(() => {
  // The end of the document stops the script's watcher.
  document.dispatchEvent(new Event('DOMContentLoaded'));
  localStorage.clear();
  document.body.innerHTML = '';
  delete marks.screen;
  delete marks.sheet;
  delete marks.entering;
  delete marks.greeted;
  delete marks.passkey;
});

test.each([
  ['', 'start'],
  ['#/', 'start'],
  ['#/app', 'inside'],
  ['#/app/reembolsos/1?a=b', 'inside'],
  ['#/registro/residencia', 'inside'],
  ['#/aplicacion', 'start'],
  ['#/desconocida', 'start'],
])('[V2.1] without a session the address %s shows: %s', (hash, shown) => {
  expect(boot(hash)).toBe(shown);
});

test.each([
  ['/app', '/#/app'],
  ['/registro/residencia?a=b', '/#/registro/residencia?a=b'],
  ['/app#/registro', '/#/registro'],
])('[V2.1] the worker answers %s with this page, which leads to %s', (address, target) => {
  const { pathname, search, hash } = new URL(address, 'https://amparo.test');
  const replace = vi.fn();
  vi.stubGlobal('location', { pathname, search, hash, replace });
  new Function(script)();
  vi.unstubAllGlobals();
  expect(replace).toHaveBeenCalledExactlyOnceWith(target);
});

describe('the theme chosen on this device', () => {
  const note = (apariencia: unknown) => localStorage.setItem('amparo-nota', JSON.stringify({ apariencia }));
  /** The media of the page's two colours. */
  const medias = () => [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'));
  beforeEach(() => {
    document.head.innerHTML =
      readFileSync('index.html', 'utf8')
        .match(/<meta name="theme-color".*>/g)
        ?.join('') ?? '';
  });
  afterEach(() => {
    delete marks.theme;
    document.head.innerHTML = '';
  });

  test.each([
    ['dark', 'dark', ['not all', 'all']],
    ['light', 'light', ['all', 'not all']],
    ['system', undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
    ['sepia', undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
    [7, undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
  ])('%s is set before there is a body', (chosen, theme, media) => {
    note(chosen);
    boot('');
    expect([marks.theme, medias()]).toEqual([theme, media]);
  });

  test('a choice on this page or in another tab is followed, and taken back', () => {
    boot('');
    expect(marks.theme).toBeUndefined();
    chooseAppearance('dark');
    expect([marks.theme, medias()]).toEqual(['dark', ['not all', 'all']]);
    note('light');
    window.dispatchEvent(new Event('storage'));
    expect(marks.theme).toBe('light');
    note('dark');
    window.dispatchEvent(new Event('pageshow'));
    expect(marks.theme).toBe('dark');
    chooseAppearance('system');
    expect([marks.theme, medias()]).toEqual([
      undefined,
      ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
    ]);
  });

  test('a browser that refuses storage has the system’s', () => {
    vi.stubGlobal('localStorage', undefined);
    boot('');
    vi.unstubAllGlobals();
    expect(marks.theme).toBeUndefined();
  });
});

test('[D72] who is locked out is greeted from the first paint, and Enter needs the password alone', () => {
  const form = document.createElement('form');
  form.innerHTML = '<input name="email"><input name="password"><button type="submit" aria-disabled="true"></button>';
  document.body.append(form);
  boot('', '{"open":false,"waiting":0,"greeted":true}');
  expect(marks.greeted).toBe('');
  const [, field] = form.querySelectorAll('input');
  if (field) field.value = 'Secreta1';
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(form.querySelector('button')?.hasAttribute('aria-disabled')).toBe(false);
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(marks.entering).toBe('session');
});

test('[D72] with a passkey nobody is greeted by an address', () => {
  boot('', '{"open":false,"waiting":0,"greeted":true,"passkey":true}');
  expect([marks.greeted, marks.passkey]).toEqual([undefined, '']);
});

test('with a session open the start page stays hidden', () => {
  expect(boot('', '{"open":true,"waiting":0}')).toBe('inside');
});

const listing = (screens: object = {}) =>
  `<script data-inside="/assets/home-1a.js /assets/home-2b.css" data-screens='${JSON.stringify(screens)}'></script>`;
const preloads = () => [...document.querySelectorAll('head link')].map((link) => link.outerHTML);
const ofHome = [
  '<link rel="modulepreload" crossorigin="" href="/assets/home-1a.js">',
  '<link rel="preload" as="style" crossorigin="" href="/assets/home-2b.css">',
];

test('[D29] an open session preloads the parts of home, but only after the last home is drawn', () => {
  document.head.innerHTML = listing({ parts: [], screens: {} });
  boot('');
  expect(preloads()).toEqual([]);
  boot('#/app', '{"open":true,"waiting":0}');
  expect(preloads()).toEqual(ofHome);
  for (const link of document.querySelectorAll('head link')) link.remove();
  // The script before it, which awaits the last home, says so by this mark. When none comes, the parts are asked for.
  marks.home = '';
  boot('#/app', '{"open":true,"waiting":0}');
  expect(preloads()).toEqual([]);
  (window as { preloadParts?: () => void }).preloadParts?.();
  expect(preloads()).toEqual(ofHome);
  delete marks.home;
  document.head.innerHTML = '';
});

test.each([
  ['#/registro/residencia', '', ['residence', 'forms']],
  ['#/registro', '', ['forms']],
  ['#/app/pagos/480011', '', null],
  ['#/app/pagos/480011?ano=2025', '{"open":true,"waiting":0}', ['reading']],
  ['#/app/desconocida', '{"open":true,"waiting":0}', []],
])('a link to %s asks at once for what its screen imports (hint: %s)', (hash, hint, parts) => {
  const names = ['residence', 'forms', 'reading'];
  const screens = { '/registro/residencia': [0, 1], '/registro': [1], '/app/pagos/': [2], '/app': [] };
  document.head.innerHTML = listing({ parts: names.map((name) => `/assets/${name}.js`), screens });
  boot(hash, hint);
  const asked = (parts ?? []).map((name) => `<link rel="modulepreload" crossorigin="" href="/assets/${name}.js">`);
  expect(preloads()).toEqual(parts ? [...ofHome, ...asked] : []);
  document.head.innerHTML = '';
});

test.each(['', 'null', '{', '7', '{"open":"yes","waiting":"many"}', '{"waiting":-1}'])(
  'an invalid hint (%s) shows the plain start page',
  (hint) => {
    expect(boot('', hint)).toBe('start');
  },
);

test.each([1, 4])('the line of queued requests for %d gets the text that React will give it', async (waiting) => {
  boot('', JSON.stringify({ open: false, waiting }));
  document.body.innerHTML =
    '<p><span data-waiting data-one="1 solicitud espera para enviarse" data-many="# solicitudes esperan para enviarse"></span></p>';
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(document.querySelector('[data-waiting]')?.textContent).toBe(waitingText(waiting));
});

test('[V2.7] the boot script opens the sheet of the static page until React takes over', () => {
  boot('');
  document.body.innerHTML = '<button data-ingresa>Ingresa</button>';
  document.querySelector('button')?.click();
  expect(marks.sheet).toBe('open');
  delete marks.sheet;
  delete marks.screen;
  document.querySelector('button')?.click();
  expect(marks.sheet).toBeUndefined();
});

describe('[D64] the warning when Amparo does not open', () => {
  const told = () => document.getElementById('trouble');
  const title = () => told()?.querySelector('h1')?.textContent;
  const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

  function begin(hash: string) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] });
    document.body.innerHTML = '<div id="root"></div>';
    boot(hash);
  }

  /** Simulates that React has drawn something. */
  function stands() {
    delete marks.screen;
    document.getElementById('root')?.append(document.createElement('main'));
    seconds(1);
  }

  afterEach(() => {
    stands();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    delete marks.unable;
  });

  test.each(['#/', '#/app', '#/registro/residencia'])('appears after ten seconds at %s, until Amparo opens', (hash) => {
    begin(hash);
    seconds(9);
    expect(told()).toBeNull();
    seconds(1);
    expect(title()).toBe('Amparo tarda en abrirse');
    expect(told()?.querySelector('button')?.textContent).toBe('Reintentar');
    stands();
    expect(told()).toBeNull();
    seconds(60);
    expect(told()).toBeNull();
  });

  test('appears when React has not taken over the start page in time', () => {
    begin('#/');
    document.getElementById('root')?.append(document.createElement('main'));
    seconds(10);
    expect(title()).toBe('Amparo tarda en abrirse');
  });

  test('waits at an unused start page for its first use', () => {
    begin('#/');
    document.getElementById('root')?.append(document.createElement('main'));
    marks.resting = '';
    seconds(60);
    expect(told()).toBeNull();
    delete marks.resting;
    seconds(10);
    expect(title()).toBe('Amparo tarda en abrirse');
  });

  test('appears at once when a script cannot be loaded', () => {
    begin('#/app');
    const script = document.createElement('script');
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
    seconds(1);
    expect(title()).toBe('No pudimos abrir Amparo');
  });

  test('appears at once when a part of the app cannot be loaded, until Amparo opens', () => {
    begin('#/app');
    marks.unopened = '';
    seconds(1);
    expect(title()).toBe('No pudimos abrir Amparo');
    expect(told()?.querySelector('button')?.textContent).toBe('Reintentar');
    stands();
    expect(told()).toBeNull();
    delete marks.unopened;
  });

  const drawn = () => document.getElementById('last-home');
  /** The last home, as last-home/body.ts draws it. */
  function drawHome(): void {
    begin('#/app');
    document.body.append(Object.assign(document.createElement('div'), { id: 'last-home' }));
    marks.rail = '';
    seconds(1);
    expect(drawn()).not.toBeNull();
  }
  test.each<[string, () => unknown]>([
    ['the app that would take it over cannot be loaded', () => Object.assign(marks, { unopened: '' })],
    ['that app does not come', () => seconds(30)],
    ['the window is put away', () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
  ])('[H4.9] the drawing of the last home, which knows of no lock, goes when %s', (_, happens) => {
    drawHome();
    happens();
    seconds(1);
    expect([drawn(), 'rail' in marks]).toEqual([null, false]);
    delete marks.unopened;
  });

  test('[F22] names the other tabs where one of them keeps the database from opening, until Amparo opens', () => {
    begin('#/app');
    marks.crowded = '';
    seconds(1);
    expect(title()).toBe('Cierra las otras pestañas de Amparo');
    delete marks.crowded;
    stands();
    expect(told()).toBeNull();
  });

  describe('[F20][D29] where another version waits', () => {
    const reload = vi.fn();
    const waiting = { postMessage: vi.fn() };
    let container: EventTarget;
    beforeEach(() => {
      vi.spyOn(location, 'reload').mockImplementation(reload);
      container = Object.assign(new EventTarget(), {
        getRegistration: async () => ({ waiting }),
      });
      Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
      begin('#/app');
    });
    afterEach(() => {
      Reflect.deleteProperty(navigator, 'serviceWorker');
      vi.clearAllMocks();
      delete marks.unopened;
    });
    const settled = () => vi.advanceTimersByTimeAsync(0);

    test('a press leads into it: the server may no longer have what this version lacks', async () => {
      marks.unopened = '';
      seconds(1);
      told()?.querySelector('button')?.click();
      await settled();
      expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' }, [expect.anything()]);
      expect(reload).not.toHaveBeenCalled();
      container.dispatchEvent(new Event('controllerchange'));
      expect(reload).toHaveBeenCalledOnce();
    });

    test('and does not take over soon, the page is loaded again all the same', async () => {
      window.reloadWhole?.();
      await settled();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(reload).toHaveBeenCalledOnce();
    });

    test('and whoever loads it again may be asked first, also when the version has taken over', async () => {
      let may = false;
      window.reloadWhole?.(() => may);
      await settled();
      container.dispatchEvent(new Event('controllerchange'));
      expect(reload).not.toHaveBeenCalled();
      may = true;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(reload).toHaveBeenCalledOnce();
    });

    test('no more, the page is loaded again', async () => {
      Object.assign(container, { getRegistration: async () => undefined });
      window.reloadWhole?.();
      await settled();
      expect(reload).toHaveBeenCalledOnce();
    });

    test.each([
      ['when the worker has mended it', true],
      ['after a few seconds without an answer', false],
    ])('no more, the page is loaded again %s: what is stored of it may be damaged', async (_, answers) => {
      const postMessage = vi.fn();
      Object.assign(container, { getRegistration: async () => ({ waiting: null, active: { postMessage } }) });
      window.reloadWhole?.();
      await settled();
      expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'mend' }, [expect.anything()]);
      // What the worker tells all pages is no answer.
      container.dispatchEvent(new MessageEvent('message', { data: 'amparo-pushed' }));
      expect(reload).not.toHaveBeenCalled();
      if (answers) postMessage.mock.calls[0]?.[1][0].postMessage({ stored: 3, all: 3 });
      else await vi.advanceTimersByTimeAsync(6_000);
      await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    });
  });

  test('says that the browser is too old when it cannot parse a script', () => {
    begin('#/app');
    window.dispatchEvent(Object.assign(new Event('error'), { error: new SyntaxError('unexpected token') }));
    seconds(1);
    expect(title()).toBe('Este navegador es demasiado antiguo para Amparo');
    expect(told()?.querySelector('button')).toBeNull();
  });

  test('leads from an insecure address to the secure one', () => {
    vi.stubGlobal('isSecureContext', false);
    begin('#/app');
    expect(title()).toBe('Esta dirección no es segura');
    expect(told()?.querySelector('a')?.textContent).toBe('Abrir la dirección segura');
    expect(marks.unable).toBe('insecure');
  });

  test.each([
    ['SecurityError', 'Este navegador no deja que Amparo guarde datos'],
    ['UnknownError', 'No pudimos abrir el almacenamiento de este navegador'],
  ])('explains a database that fails to open with a %s', (name, said) => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', name);
    });
    begin('#/registro/residencia');
    vi.restoreAllMocks();
    expect(title()).toBe(said);
    expect(told()?.querySelector('button')?.textContent).toBe('Reintentar');
    // Waiting does not help here, so the warning stays.
    stands();
    expect(title()).toBe(said);
  });

  test('[D29] tries the database of an open session only when Amparo has not opened after two seconds', () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError');
    });
    localStorage.setItem('amparo', '{"open":true,"waiting":0}');
    begin('');
    expect(open).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    vi.restoreAllMocks();
    expect(title()).toBe('No pudimos abrir el almacenamiento de este navegador');
  });
});

test('[V2.10] the boot script marks the last pressed button for React, except its own and the submit button', () => {
  boot('');
  document.body.innerHTML =
    '<button id="a">Ver</button><button id="b">Olvidé</button><button data-ingresa>Ingresa</button><form><button type="submit">Ir</button></form>';
  const press = (selector: string) => (document.querySelector(selector) as HTMLElement).click();
  const marked = () => [...document.querySelectorAll('[data-pressed]')].map(({ id }) => id);
  press('#a');
  press('#b');
  expect(marked()).toEqual(['b']);
  press('[data-ingresa]');
  expect(marked()).toEqual([]);
  delete marks.screen;
  press('#a');
  expect(marked()).toEqual([]);
});

describe('[V2.9] a sign-in requested before React loads', () => {
  const one = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T;
  const type = (name: string, text: string) => {
    const input = one<HTMLInputElement>(`[name=${name}]`);
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const press = (selector: string, key: string) =>
    one(selector).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const submit = () => one<HTMLButtonElement>('[type=submit]');

  function page() {
    boot('');
    document.body.innerHTML =
      '<a href="#/registro">Regístrate</a><form><input name="email"><input name="password"><button type="button">Ver</button><button type="submit" aria-disabled="true">Ingresar</button></form>';
  }

  function filled() {
    page();
    type('email', 'maria@correo.com');
    type('password', 'Secreta1');
  }

  test('works by Enter once both fields are filled in', () => {
    page();
    type('email', 'maria@correo.com');
    press('[name=email]', 'Enter');
    expect(marks.entering).toBeUndefined();
    type('password', 'Secreta1');
    press('[name=password]', 'a');
    press('[type=button]', 'Enter');
    expect(marks.entering).toBeUndefined();
    press('[name=password]', 'Enter');
    expect(marks.entering).toBe('session');
  });

  test('works by the button, and the browser sends nothing by itself', () => {
    filled();
    expect(isOff(submit())).toBe(false);
    const event = new Event('submit', { bubbles: true, cancelable: true });
    one('form').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(marks.entering).toBe('session');
    type('password', '');
    expect(isOff(submit())).toBe(true);
  });

  test('is dropped when the customer types on or uses something else', () => {
    filled();
    press('[name=password]', 'Enter');
    one('[name=email]').click();
    expect(marks.entering).toBe('session');
    type('password', 'Secreta12');
    expect(marks.entering).toBeUndefined();
    press('[name=password]', 'Enter');
    one('a').click();
    expect(marks.entering).toBeUndefined();
  });

  test('is left to React once React has taken over', () => {
    filled();
    delete marks.screen;
    press('[name=password]', 'Enter');
    const event = new Event('submit', { bubbles: true, cancelable: true });
    one('form').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(marks.entering).toBeUndefined();
  });
});
