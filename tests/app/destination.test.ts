import { expect, test } from 'vitest';
import { keepDestinationOf, rememberDestination, takeDestination } from '#app/notice.ts';

const HOME = { href: '/app', state: {} };

test('[F49][F15] the address to return to is kept for its own customer, and forgotten when another one signs in', () => {
  rememberDestination('/app/reembolsos/520021', { step: 2 }, 'ana');
  keepDestinationOf('ana');
  expect(takeDestination()).toEqual({ href: '/app/reembolsos/520021', state: { step: 2 } });
  expect(takeDestination()).toEqual(HOME);

  rememberDestination('/app/reembolsos/520021', {}, 'ana');
  keepDestinationOf('luis');
  expect(takeDestination()).toEqual(HOME);
});

test('an address that was opened while nobody was signed in is for whoever signs in', () => {
  rememberDestination('/app/compartido', {}, null);
  keepDestinationOf('ana');
  expect(takeDestination()).toEqual({ href: '/app/compartido', state: {} });
});
