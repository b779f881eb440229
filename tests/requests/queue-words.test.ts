import { expect, test } from 'vitest';
import {
  handedInText,
  keepAnswer,
  keepQuestion,
  needsCorrection,
  type QueuedStanding,
  queuedWords,
  sendLaterText,
  sendQuestion,
  whenSentText,
  withdrawalBar,
  withdrawalText,
} from '#requests/queue-words.ts';

const SOLICITUD = { text: 'solicitud', feminine: true };
const DOCUMENTO = { text: 'documento', feminine: false };

type Code =
  | 'unavailable'
  | 'maintenance'
  | 'rate-limited'
  | 'unauthorised'
  | 'outdated'
  | 'invalid'
  | 'too-large'
  | 'unsupported-type'
  | 'damaged';

const item = (state: QueuedStanding['state'], code?: Code, text = ''): QueuedStanding => ({
  state,
  problem: code ? { code, text } : null,
  withdrawn: false,
  unclear: false,
  leftBehind: false,
});

test.each([
  ['on its way', item('sending'), true, 'La guardamos en este teléfono y la estamos enviando.'],
  ['about to go', item('waiting'), true, 'La guardamos en este teléfono y la estamos enviando.'],
  ['without a connection', item('waiting'), false, 'En cola: se enviará cuando vuelva la conexión'],
  [
    'after a try that failed',
    item('waiting', 'unavailable'),
    true,
    'La guardamos en este teléfono. Todavía no se pudo enviar. Lo intentaremos de nuevo en un momento.',
  ],
  [
    'in a maintenance',
    item('waiting', 'maintenance', 'Volvemos a las 6:00'),
    true,
    'La guardamos en este teléfono. Volvemos a las 6:00. Saldrá sola cuando termine el mantenimiento.',
  ],
  [
    'of as many as the server takes, in its words',
    item('waiting', 'rate-limited', 'Por ahora solo recibimos unas pocas al día'),
    true,
    'La guardamos en este teléfono. Por ahora solo recibimos unas pocas al día. Saldrá sola después.',
  ],
  [
    'of too many, without a word why',
    item('waiting', 'rate-limited'),
    true,
    'La guardamos en este teléfono. Todavía no se pudo enviar. Lo intentaremos de nuevo en un momento.',
  ],
  [
    'until the next sign-in',
    item('parked', 'unauthorised'),
    true,
    'La guardamos en este teléfono. Saldrá cuando ingreses de nuevo. No tienes que escribir nada otra vez.',
  ],
  [
    'until the next sign-in, without a connection',
    item('parked', 'unauthorised'),
    false,
    'La guardamos en este teléfono. Saldrá cuando ingreses de nuevo. No tienes que escribir nada otra vez.',
  ],
  [
    'of a version that is too old, without a connection',
    item('waiting', 'outdated'),
    false,
    'La guardamos en este teléfono. Saldrá cuando actualices la app. Sigue guardada en este teléfono.',
  ],
  ['refused', item('refused'), true, 'La guardamos en este teléfono, pero aún no se pudo enviar.'],
] as const)(
  '[H2.41][H2.80] a confirmation says that a request is being sent only when it is: %s',
  (_, standing, online, text) => {
    expect(handedInText(standing, online, SOLICITUD)).toBe(text);
  },
);

test.each([
  ['one about to go', [item('waiting')], true, 'Se está enviando.'],
  ['two about to go', [item('waiting'), item('sending')], true, 'Se están enviando.'],
  [
    'one after a try that failed',
    [item('waiting', 'unavailable')],
    true,
    'Aún no se pudo enviar; lo intentaremos de nuevo.',
  ],
  [
    'two after a try that failed',
    [item('waiting', 'unavailable'), item('waiting')],
    true,
    'Aún no se pudieron enviar; lo intentaremos de nuevo.',
  ],
  ['one until the next sign-in', [item('parked', 'unauthorised')], true, 'Saldrá cuando ingreses de nuevo.'],
  ['one in a maintenance', [item('waiting', 'maintenance')], true, 'Saldrá cuando termine el mantenimiento.'],
  [
    'two of which one met a maintenance',
    [item('waiting'), item('waiting', 'maintenance')],
    true,
    'Saldrán cuando termine el mantenimiento.',
  ],
  ['one of a version that is too old', [item('waiting', 'outdated')], true, 'Saldrá cuando actualices la app.'],
  ['two without a connection', [item('waiting'), item('waiting')], false, 'Saldrán cuando vuelva la conexión.'],
  [
    'one until the next sign-in, without a connection',
    [item('parked', 'unauthorised')],
    false,
    'Saldrá cuando ingreses de nuevo.',
  ],
  [
    'one of a version that is too old, without a connection',
    [item('waiting', 'outdated')],
    false,
    'Saldrá cuando actualices la app.',
  ],
] as const)(
  '[D49][D51][F35] home waits for a connection only where that is all that lacks: %s',
  (_, items, online, text) => {
    expect(whenSentText(items, online, 'by-itself')).toBe(text);
  },
);

test('[D51] an item that an old version cannot send says that it is kept for the next version', () => {
  expect(queuedWords(item('waiting', 'outdated'), true, SOLICITUD)).toMatchObject({
    pill: 'Pendiente de envío',
    text: 'Saldrá cuando actualices la app. Sigue guardada en este teléfono.',
  });
});

test.each([
  [{ code: 'offline' }, 'Inténtalo cuando vuelva la conexión.'],
  [undefined, 'Inténtalo de nuevo en unos minutos.'],
  [{ code: 'maintenance', text: 'Volvemos a las 6:00' }, 'Volvemos a las 6:00.'],
  [{ code: 'maintenance' }, 'Estamos en mantenimiento. Inténtalo de nuevo en unos minutos.'],
  [{ code: 'unauthorised' }, 'Tu sesión terminó. Ingresa de nuevo para continuar.'],
  [{ code: 'rate-limited' }, 'Hiciste demasiados intentos. Espera unos minutos e inténtalo de nuevo.'],
  [{ code: 'timeout' }, 'El servidor está tardando demasiado en responder. Inténtalo de nuevo en unos minutos.'],
  [{ code: 'unavailable' }, 'En este momento no podemos atender tu solicitud. Inténtalo de nuevo en unos minutos.'],
] as const)(
  '[F29] what cannot be asked of the server waits for what it lacks, and not for a connection: %j',
  (problem, text) => {
    expect(withdrawalText({ code: 'unreachable', ...(problem && { problem }) }, SOLICITUD)).toBe(
      `Puede que ya la hayamos recibido y ahora no podemos comprobarlo. ${text}`,
    );
  },
);

test.each([
  ['invalid', 'refused', true],
  ['too-large', 'refused', true],
  ['unsupported-type', 'refused', true],
  // Damaged on its way, it may arrive intact the next time.
  ['damaged', 'refused', false],
  ['invalid', 'waiting', false],
  ['unavailable', 'waiting', false],
] as const)('[F9] the problem %s of a %s item needs a correction: %s', (code, state, only) => {
  expect(needsCorrection(item(state, code))).toBe(only);
});

test.each([
  [false, 'La solicitud a la que pertenece no se pudo enviar. Corrige primero esa solicitud.'],
  [true, 'La solicitud a la que pertenece se descartó, y sin ella no puede enviarse. Puedes descartarlo.'],
])('[F9] what belongs to a request that is not sent says what is left to do: discarded %s', (leftBehind, text) => {
  expect(queuedWords({ ...item('blocked'), leftBehind }, true, DOCUMENTO)).toMatchObject({
    pill: 'Necesita tu atención',
    text,
  });
});

test('[F42] an item that this version cannot read is told as one of another version, and that it is kept', () => {
  expect(queuedWords(item('unknown'), true, SOLICITUD)).toMatchObject({
    pill: 'Necesita tu atención',
    text: 'Es una solicitud de otra versión de la app. Actualiza la app: la conservamos en este teléfono.',
  });
});

test('[F26][F29] questions about a document speak of a document, and name the button that is there', () => {
  const asked = sendQuestion(DOCUMENTO, 'Cambiar archivo');
  expect(asked.title).toBe('¿Enviarlo sin tus correcciones?');
  expect(asked.text).toContain('Para enviarlo corregido, usa «Cambiar archivo».');
  expect(keepQuestion(DOCUMENTO, 'hace 8 días')).toBe(
    'Lo preparaste hace 8 días. ¿Sigues queriendo enviarlo? Si no, descártalo.',
  );
  expect(keepAnswer(DOCUMENTO)).toBe('Sí, conservarlo');
  const unclear = { ...item('waiting'), unclear: true };
  expect(withdrawalBar(unclear, false, DOCUMENTO)).toMatch(/editarlo o descartarlo/);
  const refused = {
    ...item('refused', 'invalid'),
    problem: { code: 'invalid', text: '', fields: { a: 'Falta' } },
  } as const;
  const said = [
    ...[refused, item('refused'), { ...item('refused'), withdrawn: true }, item('waiting', 'outdated')].map(
      (one) => queuedWords(one, true, DOCUMENTO).text,
    ),
    ...(['maintenance', 'rate-limited'] as const).map(
      (code) => queuedWords(item('waiting', code, 'Volvemos'), true, DOCUMENTO).text,
    ),
    ...[item('refused'), item('sending'), item('parked')].map((one) => handedInText(one, true, DOCUMENTO)),
    ...(['sent', 'unreachable', 'unreadable', 'incomplete', 'storage-full', 'failed'] as const).map((code) =>
      withdrawalText({ code }, DOCUMENTO),
    ),
    withdrawalText({ code: 'unreachable', problem: { code: 'offline' } }, DOCUMENTO),
  ];
  for (const one of said)
    expect(one).not.toMatch(
      /la guardamos|la recibimos|la hayamos|[áé]\w+la\b|\w+rla\b|guardada|sola\b|\bla est[aá]|«Editar»/i,
    );
  expect(said[0]).toBe('Falta. Corrígelo y envíalo de nuevo.');
  const consulta = { text: 'consulta', feminine: true };
  expect(keepAnswer(consulta)).toBe('Sí, conservarla');
  expect(sendQuestion(consulta, 'Editar').title).toBe('¿Enviarla sin tus correcciones?');
  expect(withdrawalBar(unclear, false, consulta)).toMatch(/editarla o descartarla/);
});

test.each([
  [1, 'enviarla'],
  [2, 'enviarlas'],
])('[D26] what cannot be sent before the sign-out is told with its number: %d', (count, verb) => {
  expect(sendLaterText(count)).toContain(`puedes ${verb} cuando vuelva`);
});
