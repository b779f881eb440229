import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { BY_GROUPS, GROUPS_HEADER, readVersions, versionOf } from '#contract/groups.ts';
import { bases } from '#server/http/api-routes.ts';
import { bodyOf, changesSince, groupsIn, versionsOf } from '#server/http/group-changes.ts';
import { refundFields, refundPapers, type Sent, send } from './requests.ts';
import { createTestApp, type SignedIn, type TestApp } from './test-app.ts';

let server: TestApp;
let ana: SignedIn;
let health: string;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
  ana = await server.signIn('costarica@demo.test');
  health = ana.polizas.find((one) => one.LineOfBusinessType.startsWith('Health'))?.Policy ?? '';
}, 60_000);
afterAll(() => server.close());

const asked: Partial<Record<EndpointName, () => Sent>> = {
  payments: () => ({ fields: { policyId: health } }),
  documents: () => ({ fields: { policyId: health } }),
  refunds: () => ({ fields: { idUsuario: ana.id, poliza: health } }),
  tickets: () => ({ fields: { idUsuario: ana.id } }),
};
const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => (endpoints[name] as Endpoint).groups);

const pull = (name: EndpointName, more: Record<string, string> = {}) =>
  send(server.app, name, asked[name]?.() ?? { fields: {} }, { ...ana.headers, ...more });

describe('a list that grows', () => {
  test('covers every endpoint that may answer by groups', () => {
    expect(bases.api).toBe('/api');
    expect(names.sort()).toEqual(Object.keys(asked).sort());
  });

  test.each(names)('%s names the versions of its groups only to a client that asks for them', async (name) => {
    const plain = await pull(name);
    expect(plain.headers.get(GROUPS_HEADER)).toBeNull();
    const told = await pull(name, { 'A-IM': BY_GROUPS });
    expect(told.status).toBe(200);
    expect(told.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(readVersions(told.headers.get(GROUPS_HEADER))?.size).toBeGreaterThan(0);
  });

  test.each(names)('%s answers 304 when unchanged, whichever versions the client names', async (name) => {
    const told = await pull(name, { 'A-IM': BY_GROUPS });
    const again = await pull(name, {
      'A-IM': BY_GROUPS,
      'If-None-Match': told.headers.get('etag') ?? '',
      [GROUPS_HEADER]: '2026-11=1.AAAAAAAAAAAA',
    });
    expect(again.status).toBe(304);
  });

  test('a new refund brings only the group of its month, in the form of RFC 3229', async () => {
    const before = await pull('refunds', { 'A-IM': BY_GROUPS });
    const tag = before.headers.get('etag') ?? '';
    const sent = { fields: refundFields(ana, health), files: refundPapers() };
    expect((await send(server.app, 'createRefund', sent, ana.headers)).status).toBe(200);
    const held = { 'If-None-Match': tag, [GROUPS_HEADER]: before.headers.get(GROUPS_HEADER) ?? '' };
    const changed = await pull('refunds', { 'A-IM': BY_GROUPS, ...held });
    expect([changed.status, changed.headers.get('im'), changed.headers.get('delta-base')]).toEqual([
      226,
      BY_GROUPS,
      tag,
    ]);
    const { grupos } = changed.body as { grupos: { grupo: string; version: string; filas?: object[] }[] };
    const brought = grupos.filter(({ filas }) => filas);
    // As a month begins, the oldest one joins its year, which then comes too.
    const months = brought.filter(({ grupo }) => grupo.includes('-'));
    expect(months).toHaveLength(1);
    expect(grupos.length).toBeGreaterThan(brought.length);
    expect(await versionOf(months[0]?.filas ?? [], {})).toBe(months[0]?.version);
    // A client that does not ask for groups gets the whole list.
    const whole = await pull('refunds', held);
    expect([whole.status, Array.isArray(whole.body), whole.headers.get('etag')]).toEqual([
      200,
      true,
      changed.headers.get('etag'),
    ]);
  });

  test.each([
    'nonsense',
    '2026=1.short',
    '2026=1.AAAAAAAAAAAA,2026=1.AAAAAAAAAAAA',
    `${'2026=1.AAAAAAAAAAAA,'.repeat(500)}`,
  ])('[S11] invalid versions (%.20s) are answered with the whole list', async (versions) => {
    const answer = await pull('tickets', { 'A-IM': BY_GROUPS, 'If-None-Match': '"x"', [GROUPS_HEADER]: versions });
    expect(answer.status).toBe(200);
  });
});

const dates = fc
  .record({ year: fc.integer({ min: 2015, max: 2026 }), day: fc.integer({ min: 1, max: 364 }) })
  .map(({ year, day }) => new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10));
const rows = fc.array(
  fc.record({
    date: fc.oneof({ weight: 9, arbitrary: dates }, { weight: 1, arbitrary: fc.constant('') }),
    text: fc.string(),
  }),
  { maxLength: 60 },
);
const grouping = { row: endpoints.tickets.groups.row, date: 'date' };
const newestFirst = (list: readonly { date: string; text: string }[]) =>
  [...list].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
function byYear<R extends { date: string }>(list: readonly R[]): Map<string, R[]> {
  const years = new Map<string, R[]>();
  for (const row of list) years.set(row.date.slice(0, 4), [...(years.get(row.date.slice(0, 4)) ?? []), row]);
  return years;
}

describe('groups', () => {
  test('held and changed groups together make the whole list, after any additions and removals', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.infiniteStream(fc.boolean()), async (first, added, kept) => {
        const before = await groupsIn(newestFirst(first), grouping);
        const list = newestFirst([...first.filter(() => kept.next().value), ...added.slice(0, 8)]);
        const after = await groupsIn(list, grouping);
        if (!before || !after) throw new Error('a sorted list has groups');
        const held = [...versionsOf(before)].map(([name, version]) => `${name}=${version}`).join(',');
        const changes = changesSince(held, after);
        if (!changes) return;
        const together = changes.grupos.flatMap(
          ({ grupo, version, filas }) =>
            filas ?? before.find((one) => one.name === grupo && one.version === version)?.rows ?? [{ missing: grupo }],
        );
        expect(together).toEqual(list);
      }),
      { numRuns: 300 },
    );
  });

  test('the body put together from the groups equals what JSON.stringify writes for the list', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.string(), async (list, note) => {
        const flat = newestFirst(list);
        const years = [...byYear(flat)];
        const nested = years.map(([year, inYear]) => ({ year, 'rows"': inYear, note, empty: [] }));
        for (const [answer, within] of [
          [flat, undefined],
          [nested, 'rows"'],
        ] as const) {
          const how = { ...grouping, ...(within && { within }) };
          const groups = await groupsIn(answer, how);
          if (!groups) throw new Error('a sorted list has groups');
          expect(Buffer.from(bodyOf(answer, how, groups) ?? []).toString()).toBe(JSON.stringify(answer));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a group that is split over two items is not used', async () => {
    const [one, two] = [{ date: '2026-05-02' }, { date: '2026-05-01' }];
    const answer = [{ rows: [one] }, { rows: [two] }];
    const how = { ...grouping, within: 'rows' };
    const groups = await groupsIn(answer, how);
    expect(groups && bodyOf(answer, how, groups)).toBeNull();
  });

  test('a list that is not sorted by date is not grouped', async () => {
    const list = ['2026-05-01', '2026-04-01', '2026-05-02'].map((date) => ({ date }));
    expect(await groupsIn(list, grouping)).toBeNull();
    expect(await groupsIn([], grouping)).toEqual([]);
  });

  test('each month of the last two years is a group, and each earlier year', async () => {
    const list = ['2026-05-01', '2026-04-01', '2025-01-02', '2024-09-09', '2024-03-03', ''].map((date) => ({ date }));
    expect((await groupsIn(list, grouping))?.map(({ name }) => name)).toEqual([
      '2026-05',
      '2026-04',
      '2025-01',
      '2024',
      '',
    ]);
  });
});
