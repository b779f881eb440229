// @module-tag depth
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { BY_GROUPS, GROUPS_HEADER, versionOf } from '#contract/groups.ts';
import type { Ticket } from '#contract/tickets.ts';
import { payments, policies, tickets } from '#mirror/collections.ts';
import { changesSince, groupsIn, takesGroups, versionsOf } from '#server/http/group-changes.ts';
import type { Device } from '#tests/session/device.ts';
import { signedInEach } from './signed-in.ts';

const grouping = endpoints.tickets.groups;

let device: Device;
signedInEach((signedIn) => {
  device = signedIn;
});

const ticket = (id: string, fechaSolicitud: string | null, notas = ''): Ticket => ({
  id,
  nombre: 'Consulta',
  notas,
  estado: 'Nuevo',
  idEstado: 1,
  fechaSolicitud,
  CaseNumber: '',
});
const HISTORY = ['2026-11-20', '2026-11-02', '2026-10-30', '2025-07-01', '2024-05-05', '2023-01-09'].map((date, at) =>
  ticket(`t${at}`, date),
);

/** The answer to one pull: its status and how many rows it carried. */
interface Crossed {
  status: number;
  rows: number;
}

/** A backend instead of the server that answers the given tickets. `spoil` alters an answer that carries only changes. */
function backend(list: unknown[], spoil: (answer: Delta) => void = () => {}) {
  const state = { list, spoil, version: 1, crossed: [] as Crossed[] };
  device.network.instead = async (_, init) => {
    const headers = new Headers(init.headers);
    const etag = `"${state.version}"`;
    const base = headers.get('If-None-Match');
    if (base === etag) return new Response(null, { status: 304 });
    const groups = takesGroups(headers.get('A-IM') ?? undefined) ? await groupsIn(state.list, grouping) : null;
    const changes = groups && base ? changesSince(headers.get(GROUPS_HEADER) ?? undefined, groups) : null;
    if (changes && base) {
      const rows = changes.grupos.reduce((sum, { filas }) => sum + (filas?.length ?? 0), 0);
      state.crossed.push({ status: 226, rows });
      const delta: Delta = { body: changes, headers: { IM: BY_GROUPS, 'Delta-Base': base, ETag: etag } };
      state.spoil(delta);
      return Response.json(delta.body, { status: 226, headers: delta.headers });
    }
    state.crossed.push({ status: 200, rows: state.list.length });
    const versions = [...versionsOf(groups ?? [])].map(([name, version]) => `${name}=${version}`).join(',');
    return Response.json(state.list, { headers: { ETag: etag, ...(groups && { [GROUPS_HEADER]: versions }) } });
  };
  return {
    crossed: state.crossed,
    change(next: unknown[], then: (answer: Delta) => void = () => {}) {
      state.list = next;
      state.spoil = then;
      state.version += 1;
    },
  };
}
interface Delta {
  body: NonNullable<ReturnType<typeof changesSince>>;
  headers: Record<string, string>;
}

const idsOf = async () => {
  const { groups } = await device.mirror.read(tickets);
  return groups?.flatMap(({ rows }) => rows.map(({ id }) => id));
};

describe('a list with changes in one part', () => {
  test('brings only that part and is complete on the device', async () => {
    const { crossed, change } = backend(HISTORY);
    await device.mirror.pull(tickets);
    change([ticket('new', '2026-11-21'), ...HISTORY]);
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'changed' });
    expect(crossed).toEqual([
      { status: 200, rows: 6 },
      { status: 226, rows: 3 },
    ]);
    expect(await idsOf()).toEqual(['new', 't0', 't1', 't2', 't3', 't4', 't5']);
    // The merged list has the new ETag of the server.
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'unchanged' });
    change(HISTORY);
    await device.mirror.pull(tickets);
    expect(crossed.at(-1)).toEqual({ status: 226, rows: 2 });
    expect(await idsOf()).toEqual(['t0', 't1', 't2', 't3', 't4', 't5']);
  });

  test('writes only the changed records', async () => {
    const { change } = backend(HISTORY);
    await device.mirror.pull(tickets);
    const before = await device.db.tickets.toArray();
    change([ticket('new', '2026-11-21'), ...HISTORY]);
    await device.mirror.pull(tickets);
    const after = await device.db.tickets.toArray();
    const kept = after.filter(({ iv }, at) => before[at] && `${iv}` === `${before[at].iv}`);
    expect([after.length, kept.length]).toEqual([4, 3]);
  });

  test('is stored in several records for a long year: the first can be shown alone, and a new row changes only that one', async () => {
    const long = Array.from({ length: 2600 }, (_, at) => ticket(`l${at}`, at < 500 ? '2026-11-20' : '2026-03-02'));
    const { change } = backend(long);
    await device.mirror.pull(tickets);
    const before = await device.db.tickets.toArray();
    device.mirror.forget();
    const place = await device.mirror.locate(tickets);
    if (!place) throw new Error('nothing is open');
    const first = await device.mirror.readAt<Ticket>(place, 'first');
    expect([first.partial, first.groups?.map(({ label, rows }) => [label, rows.length])]).toEqual([
      true,
      [['2026', 600]],
    ]);
    expect(await idsOf()).toEqual(long.map(({ id }) => id));
    const next = [ticket('new', '2026-11-21'), ...long];
    change(next);
    await device.mirror.pull(tickets);
    const after = await device.db.tickets.toArray();
    expect(after.map(({ iv }, at) => `${iv}` === `${before[at]?.iv}`)).toEqual([false, true, true]);
    expect(await idsOf()).toEqual(next.map(({ id }) => id));
    // A shorter list leaves no record of the longer one.
    change(next.slice(0, 900));
    await device.mirror.pull(tickets);
    expect(await device.db.tickets.count()).toBe(1);
    device.mirror.forget();
    expect(await idsOf()).toHaveLength(900);
  });

  test('comes whole from a backend that does not support changes', async () => {
    const seen: number[] = [];
    let list = HISTORY;
    device.network.instead = () => {
      seen.push(list.length);
      return Response.json(list, { headers: { ETag: `"${list.length}"` } });
    };
    await device.mirror.pull(tickets);
    list = [ticket('new', '2026-11-21'), ...HISTORY];
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'changed' });
    expect(await idsOf()).toHaveLength(7);
    expect(seen).toEqual([6, 7]);
  });

  const count = async () => {
    device.mirror.forget();
    const place = await device.mirror.locate(tickets);
    return place && device.mirror.countAt(place);
  };

  test('is counted without opening any of it', async () => {
    expect(await count()).toBeNull();
    const { change } = backend(HISTORY);
    await device.mirror.pull(tickets);
    change([ticket('new', '2026-11-21'), ...HISTORY]);
    await device.mirror.pull(tickets);
    await device.db.tickets.clear();
    expect(await count()).toBe(7);
    await device.session.lock();
    expect(await count()).toBeNull();
  });

  test('is counted by its rows when they came without versions', async () => {
    device.network.instead = () => Response.json(HISTORY, { headers: { ETag: '"1"' } });
    await device.mirror.pull(tickets);
    expect(await count()).toBe(6);
    device.network.instead = () => Response.json([]);
    await device.mirror.pull(tickets);
    expect(await count()).toBe(0);
  });

  const spoilt: [string, (answer: Delta) => void][] = [
    ['changes another version', ({ headers }) => void Object.assign(headers, { 'Delta-Base': '"other"' })],
    ['is of another kind', ({ headers }) => void Object.assign(headers, { IM: 'vcdiff' })],
    [
      'has a row that does not match its version',
      ({ body }) => void Object.assign(body.grupos[0]?.filas?.[0] ?? {}, { notas: 'otra' }),
    ],
    ['lost a row', ({ body }) => void body.grupos[0]?.filas?.pop()],
    [
      'names a version that the device does not have',
      ({ body }) => void Object.assign(body.grupos[2] ?? {}, { version: '1.AAAAAAAAAAAA' }),
    ],
    ['names a group twice', ({ body }) => void body.grupos.push(...body.grupos.slice(-1))],
    ['has no groups', ({ body }) => void Object.assign(body, { grupos: 'nada' })],
  ];
  test.each(spoilt)('[F7] an answer that %s leads to a whole pull', async (_, spoil) => {
    const { crossed, change } = backend(HISTORY);
    await device.mirror.pull(tickets);
    change([ticket('new', '2026-11-21'), ...HISTORY], spoil);
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'changed' });
    expect(crossed.slice(1).map(({ status }) => status)).toEqual([226, 200]);
    expect(await idsOf()).toEqual(['new', 't0', 't1', 't2', 't3', 't4', 't5']);
  });

  test('[F7] with rows that the device cannot read, it sends no versions', async () => {
    const { crossed, change } = backend([{ id: '' }, ...HISTORY]);
    await device.mirror.pull(tickets);
    expect(await idsOf()).toHaveLength(6);
    change([{ id: '' }, ticket('new', '2026-11-21'), ...HISTORY]);
    await device.mirror.pull(tickets);
    expect(crossed.map(({ status }) => status)).toEqual([200, 200]);
    expect(await idsOf()).toHaveLength(7);
  });

  test('[D25] [F15] writes nothing when the answer comes after a lock', async () => {
    const { change } = backend(HISTORY);
    await device.mirror.pull(tickets);
    const before = await device.db.tickets.toArray();
    change([ticket('new', '2026-11-21'), ...HISTORY], () => undefined);
    const answer = device.network.instead;
    device.network.instead = async (path, init) => {
      const response = await answer?.(path, init);
      await device.session.lock();
      return response ?? null;
    };
    expect(await device.mirror.pull(tickets)).toEqual({ ok: false, problem: { code: 'unauthorised' } });
    expect(await device.db.tickets.toArray()).toEqual(before);
  });

  test('is pulled whole again when a record is damaged', async () => {
    const { crossed, change } = backend(HISTORY);
    await device.mirror.pull(tickets);
    device.mirror.forget();
    const [row] = await device.db.tickets.toArray();
    if (row) await device.db.tickets.put({ ...row, data: new Uint8Array(40) as never });
    change([ticket('new', '2026-11-21'), ...HISTORY]);
    await device.mirror.pull(tickets);
    expect(crossed.map(({ status }) => status)).toEqual([200, 226, 200]);
    expect(await idsOf()).toHaveLength(7);
  });

  test('keeps a change that this device made while the answer was on its way', async () => {
    const { change } = backend(HISTORY);
    await device.mirror.pull(tickets);
    change([ticket('new', '2026-11-21'), ...HISTORY]);
    const answer = device.network.instead;
    let changed = false;
    device.network.instead = async (path, init) => {
      const response = await answer?.(path, init);
      if (!changed) {
        changed = true;
        const prepared = await device.mirror.prepareChange(
          'tickets',
          undefined,
          (rows) => [ticket('mine', '2026-11-22'), ...(rows as Ticket[])],
          (await device.session.owner()) ?? '',
        );
        if (prepared) await device.db.transaction('rw', prepared.tables, () => prepared.write());
      }
      return response ?? null;
    };
    await device.mirror.pull(tickets);
    // A row changed by the device has no version. So it pulls the whole list, and again because the first was overtaken.
    expect(await idsOf()).toEqual(['new', 't0', 't1', 't2', 't3', 't4', 't5']);
    expect(device.seen.map(({ status }) => status)).toEqual([200, 226, 200, 200]);
  });

  test('[S9] has versions that are stored sealed, since they would allow guessing the rows', async () => {
    backend(HISTORY);
    await device.mirror.pull(tickets);
    const version = await versionOf([HISTORY[3] as object], {});
    expect(JSON.stringify(await device.db.pulls.toArray())).not.toContain(version);
  });

  test('works the same way with the real server', async () => {
    const { groups } = await device.mirror.read(policies);
    const policyId = groups?.[0]?.rows[0]?.Policy ?? '';
    await device.mirror.pull(payments, policyId);
    await device.mirror.pull(payments, policyId);
    expect(device.seen.map(({ status }) => status)).toEqual([200, 304]);
    expect(device.seen[0]?.headers.get('A-IM')).toBe(BY_GROUPS);
    expect(device.seen[1]?.headers.get(GROUPS_HEADER)).toMatch(/^\d{4}/);
  });
});

test('changes merged into the rows on the device give the same list as a whole pull', async () => {
  const day = fc
    .integer({ min: 0, max: 1400 })
    .map((at) => new Date(Date.UTC(2026, 10, 20) - at * 864e5).toISOString().slice(0, 10));
  const row = fc.record({
    id: fc.uuid(),
    date: fc.oneof({ weight: 8, arbitrary: day }, fc.constant(null)),
    notas: fc.constantFrom('una', 'otra'),
  });
  const list = fc
    .array(row, { maxLength: 40 })
    .map((rows) =>
      rows
        .map(({ id, date, notas }) => ticket(id, date, notas))
        .sort((a, b) => ((a.fechaSolicitud ?? '') < (b.fechaSolicitud ?? '') ? 1 : -1)),
    );
  await fc.assert(
    fc.asyncProperty(list, list, async (first, added) => {
      device.mirror.forget();
      await Promise.all([device.db.tickets.clear(), device.db.pulls.clear()]);
      const { change } = backend(first);
      await device.mirror.pull(tickets);
      const next = [...first.filter((_, at) => at % 7 !== 3), ...added.slice(0, 4)].sort((a, b) =>
        (a.fechaSolicitud ?? '') < (b.fechaSolicitud ?? '')
          ? 1
          : (a.fechaSolicitud ?? '') > (b.fechaSolicitud ?? '')
            ? -1
            : 0,
      );
      change(next);
      await device.mirror.pull(tickets);
      const merged = (await device.mirror.read(tickets)).groups;
      expect(merged).toEqual(tickets.group(next));
      device.mirror.forget();
      expect((await device.mirror.read(tickets)).groups).toEqual(merged);
    }),
    { numRuns: 60 },
  );
}, 60_000);

vi.setConfig({ testTimeout: 30_000 });
