/** A small W3C WebDriver client (https://www.w3.org/TR/webdriver2/) over fetch: as much of it as the engine tests need. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export interface Element {
  [ELEMENT]: string;
}

export interface Driver {
  /** Name and version of the browser. */
  name: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page, which sees only its arguments. Its result may be a promise. */
  run<Args extends unknown[], Value>(
    action: ((...args: Args) => Value) | string,
    ...args: Args
  ): Promise<Awaited<Value>>;
  /** The first visible element of a selector whose name or text contains this. Waits for it. */
  find(selector: string, text?: string | RegExp): Promise<Element>;
  /** Waits until no visible element matches. */
  gone(selector: string, text?: string | RegExp): Promise<void>;
  click(selector: string, text?: string | RegExp): Promise<void>;
  /** Replaces a field's value without keys, because WebKit's driver calls a field in a sheet 'not interactable'. */
  type(selector: string, text: string): Promise<void>;
  /** Gives a file to a file input, which may be hidden. */
  attach(selector: string, path: string): Promise<void>;
  /** Asks again until it is true. @throws with `what` after `patience`, in milliseconds */
  until(what: string, ask: () => Promise<boolean>, patience?: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  windows(): Promise<string[]>;
  openWindow(): Promise<string>;
  switchTo(window: string): Promise<void>;
  /** Ends the browser. */
  close(): Promise<void>;
}

interface Session {
  sessionId: string;
  capabilities: { browserName: string; browserVersion: string };
}

/** False when the page was left meanwhile, which says nothing of the next page. @throws every other error */
function unlessItLeft(error: unknown): false {
  if (String(error).includes('before the unload event')) return false;
  throw error;
}

/** Begins a session with the driver that listens at `url`. @throws with the driver's message */
export async function openSession(url: string, alwaysMatch: object): Promise<Driver> {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      // This is longer than the driver's own timeout, so that its message arrives.
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok)
      throw new Error(`${method} ${path.replace(/\/session\/[^/]+/, '')}: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  };
  const { sessionId, capabilities } = (await send('POST', '/session', { capabilities: { alwaysMatch } })) as Session;
  const call = (method: string, path: string, body?: unknown) => send(method, `/session/${sessionId}${path}`, body);
  await call('POST', '/timeouts', { script: 30_000, pageLoad: 45_000 });

  const run: Driver['run'] = async (action, ...args) => {
    // A module runner may have wrapped the names of functions.
    const script = `const __name = (one) => one; const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${action})(...Array.prototype.slice.call(arguments, 0, -1)))
        .then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error && error.stack || error) }));`;
    const told = (await call('POST', '/execute/async', { script, args })) as { value?: unknown; error?: string };
    if (told.error) throw new Error(told.error);
    return told.value as never;
  };
  const until: Driver['until'] = async (what, ask, patience = 30_000) => {
    const end = Date.now() + patience;
    for (;;) {
      if (await ask().catch(unlessItLeft)) return;
      if (Date.now() > end) throw new Error(`waited ${patience} ms: ${what}`);
      await new Promise((again) => setTimeout(again, 150));
    }
  };
  /** Null also when the page redrew the element before the driver had its reference ('stale element reference'). */
  const seen = async (selector: string, text?: string | RegExp): Promise<Element | null> => {
    const pattern = text instanceof RegExp;
    try {
      return (await run(findVisible, selector, pattern ? text.source : (text ?? ''), pattern)) as Element | null;
    } catch (error) {
      if (String(error).includes('stale element reference')) return null;
      throw error;
    }
  };
  const find: Driver['find'] = async (selector, text) => {
    let found: Element | null = null;
    await until(`${selector} ${text ?? ''}`, async () => {
      found = await seen(selector, text);
      return found !== null;
    });
    return found as unknown as Element;
  };
  const idOf = (element: Element) => element[ELEMENT];

  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    run,
    until,
    find,
    goto: async (address) => void (await call('POST', '/url', { url: address })),
    // WebKit's driver may answer while the old document is still there, and the next call would reach that one.
    reload: async () => {
      await run(() => void Object.assign(window, { seenBeforeReload: true }));
      await call('POST', '/refresh');
      await until('the page is loaded anew', async () => run(() => !('seenBeforeReload' in window)));
    },
    // It looks twice, because one look may meet an element that was just redrawn.
    gone: (selector, text) =>
      until(
        `no ${selector} ${text ?? ''}`,
        async () => (await seen(selector, text)) === null && (await seen(selector, text)) === null,
      ),
    // The driver presses a visible edge, even of a moving element. People press the middle of a still one.
    // Content redrawn between look and press may take the press elsewhere, so this checks it and presses again.
    click: (selector, text) =>
      patiently(async () => {
        const found = await find(selector, text);
        if (!(await run(standsStill, found))) throw new Error(`moves or is covered: ${selector} ${text ?? ''}`);
        await run(listenForPress, found);
        await call('POST', `/element/${idOf(found)}/click`);
        if (!(await run(wasPressed))) throw new Error(`the press went elsewhere: ${selector} ${text ?? ''}`);
      }),
    async type(selector, text) {
      await find(selector);
      await run(enter, selector, text);
    },
    attach: (selector, path) =>
      patiently(async () => {
        const input = (await call('POST', '/element', { using: 'css selector', value: selector })) as Element;
        await call('POST', `/element/${idOf(input)}/value`, { text: path });
      }),
    screenshot: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
    windows: async () => (await call('GET', '/window/handles')) as string[],
    openWindow: async () => ((await call('POST', '/window/new', { type: 'tab' })) as { handle: string }).handle,
    switchTo: async (handle) => void (await call('POST', '/window', { handle })),
    close: async () => void (await call('DELETE', '')),
  };
}

/** Runs in the page. The first visible element that matches, or null. */
function findVisible(selector: string, text: string, pattern: boolean): globalThis.Element | null {
  const wanted = pattern ? new RegExp(text) : null;
  const labels = (one: HTMLElement) => [
    ...Array.from((one as HTMLInputElement).labels ?? [], (label) => label.innerText),
    ...(one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.innerText ?? ''),
  ];
  for (const one of Array.from(document.querySelectorAll<HTMLElement>(selector))) {
    const box = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (box.width === 0 || box.height === 0 || style.visibility !== 'visible' || one.closest('[inert]')) continue;
    const name = [one.getAttribute('aria-label') || (one.innerText ? '' : one.title), ...labels(one), one.innerText]
      .filter(Boolean)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (wanted ? wanted.test(name) : name.includes(text)) return one;
  }
  return null;
}

/** Runs in the page. Scrolls to an element and says whether its middle is still and uncovered. */
async function standsStill(found: Element): Promise<boolean> {
  const one = found as unknown as HTMLElement;
  const middle = () => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  };
  one.scrollIntoView({ block: 'center' });
  const [x, y] = middle();
  await new Promise((later) => setTimeout(later, 100));
  const [nowX, nowY] = middle();
  const hit = document.elementFromPoint(nowX, nowY);
  const label = one.closest('label');
  return x === nowX && y === nowY && hit !== null && (one.contains(hit) || (label?.contains(hit) ?? false));
}

/** Runs in the page. Listens for a press on this element. One that opens on pointerdown may get no click. */
function listenForPress(found: Element): void {
  const one = found as unknown as HTMLElement;
  const opens = one.matches('[role=combobox], [role=option], [aria-haspopup]');
  const told = window as { pressed?: boolean };
  told.pressed = false;
  for (const event of opens ? ['pointerdown', 'click'] : ['click']) {
    one.addEventListener(event, () => (told.pressed = true), { capture: true, once: true });
  }
}

/** Runs in the page. Whether the press came within a second. A reloaded page counts as pressed. */
async function wasPressed(): Promise<boolean> {
  const told = window as { pressed?: boolean };
  for (let look = 0; look < 20 && told.pressed === false; look += 1)
    await new Promise((later) => setTimeout(later, 50));
  return told.pressed !== false;
}

/** Tries again for 20 s while elements move or are redrawn. */
async function patiently(act: () => Promise<void>): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((again) => setTimeout(again, 300));
    }
  }
}

/** Runs in the page. Replaces a field's value and tells the field, as the browser does. */
function enter(selector: string, text: string): void {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  field.focus();
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
