import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import { accessToken, account, personalInformation } from '#contract/account.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { beneficiary, bill, insuredPerson, payment, policy, policyDocument } from '#contract/policies.ts';
import { refund, refundDocument } from '#contract/refunds.ts';
import { commandNames } from '#contract/requests.ts';
import { ticket, ticketReply, ticketType } from '#contract/tickets.ts';

/** Prefix of every text that the server sends or the customer types. It occurs nowhere else. */
export const MARK = 'Zq7xSecreto';
/** Prefix of every number that the server sends. */
const DIGITS = '739182';
/** A number as it is stored, and as screens show it. */
const numbers = [DIGITS, '739.182', '739,182', '739\u00a0182', '739\u202f182'];

/** Requests depend on these fields, so they stay unchanged, and their own values are searched for. */
const unchanged = new Set([
  ...['id', 'ID', 'Policy', 'idUsuario', 'idDocumento', 'idReembolso', 'insertedId', 'email'],
  ...['token', 'access_token', 'sendToken', 'renovacion', 'updated', 'PhysicalPath', 'url', 'ParsedCompletedDate'],
]);
/** These fields decide what is shown. Many customers share their values, so finding one proves nothing. */
const deciding = new Set([
  ...['LineOfBusinessType', 'VisualTimeInstance', 'OffshoreIndicator', 'PolicyValuesType', 'Role', 'Status'],
  ...['residenciaFiscal', 'idEstado', 'GracePeriodDays', 'year'],
]);

const INSTANT = '2026-09-21T04:23:17.391Z';
/** Optional fields that the demo's history has not, each beside a field that it has. */
const added: Record<string, Record<string, string>> = {
  LastPaidDate: { LastPaidAt: INSTANT },
  fechaPago: { instantePago: INSTANT },
  CaseNumber: { facturaEmisor: '131246796', facturaNumero: 'E320000012345', facturaClave: 'clave de la factura' },
};

/** The rows of the contract that make up each answer. */
const parts: Partial<Record<EndpointName, v.ObjectEntries[]>> = {
  login: [account.entries, policy.entries],
  accessToken: [accessToken.entries],
  personalInformation: [personalInformation.entries],
  pendingBills: [bill.entries],
  policies: [policy.entries],
  payments: [payment.entries],
  documents: [policyDocument.entries],
  roles: [beneficiary.entries],
  cards: [insuredPerson.entries],
  dependents: [insuredPerson.entries],
  refunds: [refund.entries, refundDocument.entries],
  tickets: [ticket.entries, ticketReply.entries],
  ticketTypes: [ticketType.entries],
};

interface Together {
  respuestas: { cuerpo?: unknown }[];
}

export interface Planted {
  /** Plants a mark in each field of an answer. Null when the request is not in the endpoint table. */
  inAnswer(method: string, path: string): { rewrite: (body: string, asked: string) => string } | null;
  /** Every text that must not be readable, as bytes. */
  secrets(): Buffer[];
  /** Fields of the contract for which no answer brought a mark or a value, by endpoint. */
  missing(): string[];
}

/** Plants recognizable texts in every field of every answer while it passes the line. */
export function plant(): Planted {
  const ownValues = new Set<string>();
  const marks = new Map<string, string>();
  const seen = new Map<EndpointName, Set<string>>();

  const markOf = (field: string, value: string | number): string => {
    const which = `${field} ${value}`;
    const mark = marks.get(which) ?? String(marks.size).padStart(4, '0');
    marks.set(which, mark);
    return mark;
  };

  const leaf = (endpoint: EndpointName, field: string, value: unknown): unknown => {
    const fields = seen.get(endpoint) ?? new Set();
    seen.set(endpoint, fields);
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    if (deciding.has(field)) {
      fields.add(field);
      return value;
    }
    const number = field === 'nif' && endpoint === 'login';
    if (unchanged.has(field) || number || isDate(value)) {
      if (`${value}`.length > 4) ownValues.add(`${value}`);
      fields.add(field);
      return value;
    }
    if (field === 'tipo' && commandNames.some((name) => name === value)) return value;
    // A queued command is found by its own key, so that stays.
    if (field === 'clave') return value;
    fields.add(field);
    const mark = markOf(field, value);
    return typeof value === 'number' ? Number(`${DIGITS}${mark}`) : `${MARK}${mark} ${value}`;
  };

  const walk = (endpoint: EndpointName, value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(endpoint, one, field));
    if (typeof value !== 'object' || value === null) return leaf(endpoint, field, value);
    const known = Object.entries(value).filter(([name, one]) => one && added[name]);
    const fields = [...known.flatMap(([name]) => Object.entries(added[name] ?? {})), ...Object.entries(value)];
    return Object.fromEntries(fields.map(([name, one]) => [name, walk(endpoint, one, name)]));
  };

  /** Plants in each of the reads that were made together, and in nothing that says which is which. */
  const together = (answer: Together, asked: string): Together => {
    const { lecturas } = JSON.parse(asked) as { lecturas: { nombre: EndpointName }[] };
    const respuestas = answer.respuestas.map((one, at) => {
      const name = lecturas[at]?.nombre;
      if (!name || !('cuerpo' in one)) return one;
      keepDigest(JSON.stringify(one.cuerpo));
      return { ...one, cuerpo: walk(name, one.cuerpo, '') };
    });
    return { respuestas };
  };

  // A plain digest would let its reader check guesses of the answer, so it is a secret too.
  const keepDigest = (body: string) => {
    const digest = createHash('sha256').update(body).digest();
    for (const way of ['hex', 'base64url'] as const) ownValues.add(digest.toString(way));
  };

  return {
    inAnswer(method, path) {
      const endpoint = endpointOf(method, path);
      if (!endpoint) return null;
      return {
        rewrite(body, asked) {
          keepDigest(body);
          const answer = JSON.parse(body);
          const isTogether = endpoint === 'readTogether' && Array.isArray(answer.respuestas);
          return JSON.stringify(isTogether ? together(answer, asked) : walk(endpoint, answer, ''));
        },
      };
    },
    secrets: () => [MARK, ...numbers, ...ownValues].map((text) => Buffer.from(text)),
    missing: () =>
      Object.entries(parts).flatMap(([name, rows]) =>
        rows
          .flatMap((row) => Object.keys(row))
          .filter((field) => !seen.get(name as EndpointName)?.has(field) && !unmarked.has(field))
          .map((field) => `${name}.${field}`),
      ),
  };
}

/** Lists of objects, and a record by currency: their fields carry the marks. A yes or no is no text. */
const unmarked = new Set(['documentos', 'estados', 'respuestas', 'RefundLimits', 'RefundTakesXml']);

const isDate = (value: string | number): boolean => /^\d{4}-\d{2}-\d{2}/.test(`${value}`);

function endpointOf(method: string, path: string): EndpointName | null {
  const called = path.split('?')[0];
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const row = rows.find(([, one]) => one.method === method && `/${one.base}${one.path}` === called);
  return row?.[0] ?? null;
}
