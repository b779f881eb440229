import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import { accessToken, account, personalInformation } from '#contract/account.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { beneficiary, bill, insuredPerson, payment, policy, policyDocument } from '#contract/policies.ts';
import { commandNames } from '#contract/receipts.ts';
import { refund, refundDocument } from '#contract/refunds.ts';
import { ticket, ticketReply, ticketType } from '#contract/tickets.ts';

/** Prefix of every text that the server sends or the customer types, found nowhere else. */
export const MARK = 'Zq7xSecreto';
/** Begins every number the server sends. */
const DIGITS = '739182';
/** A number as it is stored, and as it is shown. */
const numbers = [DIGITS, '739.182', '739,182', '739\u00a0182', '739\u202f182'];

/** Fields that requests depend on stay unchanged, and are searched for by their own value. */
const kept = new Set([
  ...['id', 'ID', 'Policy', 'idUsuario', 'idDocumento', 'idReembolso', 'insertedId', 'email'],
  ...['token', 'access_token', 'sendToken', 'updated', 'PhysicalPath', 'url', 'ParsedCompletedDate'],
]);
/** Decides what is shown; a word that many share says nothing about one. */
const deciding = new Set([
  ...['LineOfBusinessType', 'VisualTimeInstance', 'OffshoreIndicator', 'PolicyValuesType', 'Role', 'Status'],
  ...['residenciaFiscal', 'idEstado', 'GracePeriodDays', 'year'],
]);

/** Which rows of the contract an answer is made of. */
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

export interface Planted {
  /** Plants a mark in each field of an answer; null for what is no answer of the table. */
  inAnswer(method: string, path: string): { rewrite: (body: string) => string } | null;
  /** Everything that may not be readable, as bytes. */
  secrets(): Buffer[];
  /** Fields of the contract that no answer has brought a mark or a value for, by endpoint. */
  missing(): string[];
}

/** Plants what can be recognised in every field of every answer, by walking the answers as they pass. */
export function plant(): Planted {
  const own = new Set<string>();
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
    if (kept.has(field) || number || isDate(value)) {
      if (`${value}`.length > 4) own.add(`${value}`);
      fields.add(field);
      return value;
    }
    if (field === 'tipo' && commandNames.some((name) => name === value)) return value;
    // Its own key is what a queued command is found by.
    if (field === 'clave') return value;
    fields.add(field);
    const mark = markOf(field, value);
    return typeof value === 'number' ? Number(`${DIGITS}${mark}`) : `${MARK}${mark} ${value}`;
  };

  const walk = (endpoint: EndpointName, value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(endpoint, one, field));
    if (typeof value !== 'object' || value === null) return leaf(endpoint, field, value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(endpoint, one, name)]));
  };

  return {
    inAnswer(method, path) {
      const endpoint = endpointOf(method, path);
      if (!endpoint) return null;
      return {
        rewrite(body) {
          // A plain digest of an answer lets anybody who holds it try what the answer may have been.
          const digest = createHash('sha256').update(body).digest();
          for (const way of ['hex', 'base64url'] as const) own.add(digest.toString(way));
          return JSON.stringify(walk(endpoint, JSON.parse(body), ''));
        },
      };
    },
    secrets: () => [MARK, ...numbers, ...own].map((text) => Buffer.from(text)),
    missing: () =>
      Object.entries(parts).flatMap(([name, rows]) =>
        rows
          .flatMap((row) => Object.keys(row))
          .filter((field) => !seen.get(name as EndpointName)?.has(field) && !lists.has(field))
          .map((field) => `${name}.${field}`),
      ),
  };
}

/** Lists of objects, whose own fields carry the marks. */
const lists = new Set(['documentos', 'estados', 'respuestas']);

const isDate = (value: string | number): boolean => /^\d{4}-\d{2}-\d{2}/.test(`${value}`);

function endpointOf(method: string, path: string): EndpointName | null {
  const called = path.split('?')[0];
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const row = rows.find(([, one]) => one.method === method && `/${one.base}${one.path}` === called);
  return row?.[0] ?? null;
}
