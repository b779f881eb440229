import type * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import * as values from '#contract/values.ts';
import { checkAnswer } from '#tests/conformance/checks.ts';
import { isOptional } from '#tests/conformance/strict.ts';
import { callsOf } from '../server/calls.ts';
import { pdf, send } from '../server/requests.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';

/** A schema as it is walked here. */
interface Read extends v.GenericSchema {
  pipe?: readonly (Read | { kind: 'metadata'; metadata?: { row?: Read } })[];
  wrapped?: Read;
  entries?: Record<string, Read>;
  item?: Read;
  value?: Read;
  options?: readonly Read[];
}
type Path = readonly (string | number)[];
interface Field {
  path: Path;
  schema: Read;
}

let server: TestApp;
/** What our server answers to each endpoint. */
const answers = new Map<EndpointName, unknown>();
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
  const maria = await server.signIn('costarica@demo.test');
  const calls = await callsOf(server, maria, '520021');
  // What a refund and a ticket say once the insurer has dealt with them.
  const desk = (fields: Record<string, string>) =>
    server.app.request('/demo/oficina', {
      method: 'POST',
      body: new URLSearchParams({ cliente: maria.id, ...fields }),
    });
  const refund = String(calls.addRefundDocument.fields.idReembolso);
  for (const estado of ['2', '5', '6']) await desk({ accion: 'reembolso', id: refund, estado });
  const ticket = (await send(server.app, 'createTicket', calls.createTicket, maria.headers)).body.ticket as {
    id: string;
  };
  await desk({ accion: 'consulta', id: ticket.id, respuesta: 'Sí.' });
  await send(
    server.app,
    'addRefundDocument',
    { ...calls.addRefundDocument, files: { documento: pdf() } },
    maria.headers,
  );
  // biome-ignore format: one line
  const last: EndpointName[] = ['renewSession', 'accessToken', 'renewInternalToken', 'changePassword', 'lock', 'logout', 'endSessions'];
  const names = Object.keys(endpoints) as EndpointName[];
  for (const name of names.filter((one) => !last.includes(one))) {
    answers.set(name, (await send(server.app, name, calls[name], maria.headers)).body);
  }
  for (const name of last) {
    const { headers } = await server.signIn('costarica@demo.test');
    answers.set(name, (await send(server.app, name, calls[name], headers)).body);
  }
}, 120_000);
afterAll(() => server.close());

const check = (name: EndpointName, json: unknown) => checkAnswer(name, { status: 200, headers: new Headers(), json });

/** Each field of the answer that its schema names, by where it stands in it; of a list, in its fullest row. */
function fieldsIn(schema: Read, value: unknown, path: Path = []): Field[] {
  const { pipe, wrapped, entries, item, options } = schema;
  const rowAt = (row: Read | undefined): Field[] => {
    if (!row || !Array.isArray(value) || value.length === 0) return [];
    const sizes = value.map((one) => JSON.stringify(one).length);
    const fullest = sizes.indexOf(Math.max(...sizes));
    return fieldsIn(row, value[fullest], [...path, fullest]);
  };
  if (pipe) {
    return pipe.flatMap((step) =>
      step.kind === 'schema' ? fieldsIn(step as Read, value, path) : rowAt(step.metadata?.row),
    );
  }
  if (wrapped) return fieldsIn(wrapped, value, path);
  if (item) return rowAt(item);
  if (schema.type === 'variant')
    return options?.flatMap((one) => (hasAll(one, value) ? fieldsIn(one, value, path) : [])) ?? [];
  if (!entries || typeof value !== 'object' || value === null) return [];
  return Object.entries(entries).flatMap(([name, one]) => [
    { path: [...path, name], schema: one },
    ...fieldsIn(one, (value as Record<string, unknown>)[name], [...path, name]),
  ]);
}
const hasAll = ({ entries = {} }: Read, value: unknown) =>
  Object.keys(entries).every((name) => name in (value as object));

/** A copy of the answer with another value at the path; undefined takes the field out. */
function planted(answer: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const copy = (Array.isArray(answer) ? [...answer] : { ...(answer as object) }) as Record<string | number, unknown>;
  if (rest.length === 0 && value === undefined) delete copy[step];
  else copy[step] = planted(copy[step], rest, value);
  return copy;
}

/** A value of the right type that the field does not take. */
const wrongValues = new Map<unknown, unknown>([
  [values.text, 'x'.repeat(501)],
  [values.longText, 'x'.repeat(4001)],
  [values.wholeText, 'media \ud800 letra'],
  [values.amount, 'mucho'],
  [values.calendarDate, '2026-02-30'],
  [values.birthDate, '1899-13-01'],
  [values.flag, '2'],
  [values.id, ''],
  [values.instant, 'ayer'],
  [values.instantOrNone, 'ayer'],
  [values.commandKey, 'una clave'],
]);
function wrongValue(schema: Read): unknown {
  if (wrongValues.has(schema)) return wrongValues.get(schema);
  const [base] = (schema.pipe ?? []) as Read[];
  // A pipe has all properties of its first schema, so it is looked up before it is taken for what wraps another.
  if (base && wrongValues.has(base)) return wrongValues.get(base);
  if (schema.wrapped) return wrongValue(schema.wrapped);
  if (base && (base.type === 'optional' || base.type === 'array')) return wrongValue(base);
  // A year, which may be written in digits.
  if (base?.type === 'union') return 'mil';
  if (schema.type === 'array') return [{}];
  if (schema.type === 'boolean') return 'quizás';
  if (schema.type === 'picklist' || schema.type === 'literal') return 'Narnia';
  if (schema.type === 'record') return { USD: 'mucho' };
  return schema.entries ? [] : '';
}

/** Where any text is as good as another: a proof that only its server reads, and what the customer calls a passkey. */
const anyText = [
  'login.usuario.dispositivo',
  'renewSession.usuario.dispositivo',
  'passkeySignIn.usuario.dispositivo',
  'passkeys.nombre',
  'addPasskey.nombre',
  'readTogether.respuestas.etiqueta',
  'readTogether.respuestas.grupos',
];
/** The stored answer, or the one among many, as its own endpoint checks it. */
const unread = ['receipt.resultado', 'withdraw.resultado', 'readTogether.respuestas.cuerpo'];

const withoutRows = (path: Path) => path.filter((step) => typeof step === 'string').join('.');

test('the answers of our own server are as the contract says', () => {
  const wrong = [...answers].map(([name, json]) => check(name, json)).filter(({ held }) => !held);
  expect(wrong).toEqual([]);
  expect(answers.size).toBe(Object.keys(endpoints).length);
});

test.each(Object.keys(endpoints) as EndpointName[])('a deviation in any field of %s is found', (name) => {
  const answer = answers.get(name);
  const missed = fieldsIn(endpoints[name].answer as unknown as Read, answer).flatMap(({ path, schema }) => {
    const field = `${name}.${withoutRows(path)}`;
    const plants: [string, unknown][] = [
      ...(isOptional(schema) ? [] : [['missing', undefined] as [string, unknown]]),
      ...(unread.includes(field)
        ? []
        : [['wrong type', schema.type === 'loose_object' ? 7 : { otra: {} }] as [string, unknown]]),
      ...([...anyText, ...unread].includes(field) ? [] : [['wrong value', wrongValue(schema)] as [string, unknown]]),
    ];
    return plants
      .filter(([, value]) => check(name, planted(answer, path, value)).held !== false)
      .map(([what]) => `${field}: ${what}`);
  });
  expect(missed).toEqual([]);
});

test('every field that an answer’s schema names was planted in', () => {
  // Fields below a list that is empty here, or of another variant, would be passed over in silence.
  const planted = [...answers].flatMap(([name, answer]) =>
    fieldsIn(endpoints[name].answer as unknown as Read, answer).map(({ path }) => `${name}.${withoutRows(path)}`),
  );
  for (const field of [
    'refunds.documentos.filename',
    'refunds.estados.desde',
    'tickets.respuestas.autor',
    'payments.payments.Total',
  ])
    expect(planted).toContain(field);
  const empty = [...answers].filter(([, answer]) => Array.isArray(answer) && answer.length === 0).map(([name]) => name);
  expect(empty).toEqual([]);
  expect(new Set(planted).size).toBeGreaterThan(200);
});
