import { Window } from 'happy-dom';
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js';
import React from 'react';

/**
 * Gives Node a document of happy-dom. Everything else stays Node's: the real server app and the device use Node's fetch,
 * FormData and files. It must be imported before anything that looks for a document.
 */
// Testing Library looks at the first page of its process, also where our modules are made anew (tests/fresh-modules.ts).
const PAGE = Symbol.for('the page of this process');
const page: Window =
  Reflect.get(globalThis, PAGE) ?? new Window({ url: 'http://localhost:4173/', width: 390, height: 844 });
Reflect.set(globalThis, PAGE, page);

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

const replaced = ['window', 'document', 'navigator', 'location', 'history'] as const;
for (const name of replaced) define(name, name === 'window' ? page : page[name]);
// A phone's screen: happy-dom's own is a desk's.
Object.assign(page.screen, { width: 390, height: 844 });
for (const name of Object.getOwnPropertyNames(page)) {
  if (!(name in globalThis)) define(name, Reflect.get(page, name));
}
for (const name of [
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'matchMedia',
  'scrollTo',
] as const) {
  define(name, (page[name] as (...given: never[]) => unknown).bind(page));
}
define('IS_REACT_ACT_ENVIRONMENT', true);

// React notes for each element where it was made, for the stack of a warning. That takes a fifteenth of a screen's time.
Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});

// Each look for a role asks for the style of every element around it. happy-dom copies that by `structuredClone`, which takes a
// twentieth of a screen's time; entries are flat.
CSSPropertyManager.prototype.clone = function clone() {
  const made = new CSSPropertyManager();
  for (const [name, entry] of Object.entries(this.properties)) made.properties[name] = { ...entry };
  Object.assign(Reflect.get(made, 'definedPropertyNames'), Reflect.get(this, 'definedPropertyNames'));
  return made;
};

let connected = true;
Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: () => connected });

/** Makes the browser report that it is online or offline, with the event. */
export function setOnline(online: boolean): void {
  connected = online;
  page.dispatchEvent(new page.Event(online ? 'online' : 'offline'));
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
}
