import { expect, test } from 'vitest';
import { handedInText, type QueuedStanding } from '#requests/queue-words.ts';

const item = (state: QueuedStanding['state'], code?: 'unavailable' | 'unauthorised'): QueuedStanding => ({
  state,
  problem: code ? { code, text: '' } : null,
  held: false,
  unclear: false,
});

test.each([
  ['on its way', item('sending'), true, 'La guardamos en este dispositivo y la estamos enviando.'],
  ['about to go', item('waiting'), true, 'La guardamos en este dispositivo y la estamos enviando.'],
  ['without a connection', item('waiting'), false, 'En cola: se enviará cuando vuelva la conexión'],
  [
    'after a try that failed',
    item('waiting', 'unavailable'),
    true,
    'La guardamos en este dispositivo. Todavía no se pudo enviar. Lo intentaremos de nuevo en un momento.',
  ],
  [
    'until the next sign-in',
    item('parked', 'unauthorised'),
    true,
    'La guardamos en este dispositivo. Saldrá cuando vuelvas a iniciar sesión. No tienes que escribir nada de nuevo.',
  ],
  ['refused', item('refused'), true, 'La guardamos en este dispositivo, pero aún no se pudo enviar.'],
] as const)(
  '[H2.41][H2.80] a confirmation says that it is being sent only when it is: %s',
  (_, standing, online, text) => {
    expect(handedInText(standing, online)).toBe(text);
  },
);
