import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { trailLines } from '#server/audit/export.ts';
import { note } from '#server/audit/trail.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { pause } from './program.ts';

describe.skipIf(!postgresBin)('an export of the trail from a real PostgreSQL', () => {
  let cluster: Cluster;
  let database: OpenDatabase;
  let other: pg.Client;
  beforeAll(async () => {
    cluster = await createCluster();
    database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    other = new pg.Client({ connectionString: cluster.url });
    other.on('error', () => {});
    await other.connect();
  }, 60_000);
  afterAll(async () => {
    await other?.end().catch(() => {});
    await database?.close();
    await cluster?.remove();
  });

  /** A line whose clock is a day behind, so that by its time it was over long ago. */
  const addSlowly = (event: string) =>
    other.query(
      `insert into audit_trail (at, actor, event) values (now() - interval '1 day', 'desk', '${event}') returning id`,
    );
  const add = (event: string) => note(database.db, () => new Date(), { actor: 'desk', event });
  const exported = async (after: number) => {
    let text = '';
    for await (const lines of trailLines(database.db, thisMachine.timers, after)) text += lines;
    return [...text.matchAll(/"event":"(\w+)"/g)].map(([, event]) => event);
  };

  test('[S22] passes no smaller number that may still come to light, however long its transaction takes', async () => {
    await other.query('begin');
    const { rows } = await addSlowly('slow');
    const before = Number(rows[0].id) - 1;
    await add('fast');
    let isOver = false;
    const whole = exported(before).finally(() => {
      isOver = true;
    });
    await pause(500);
    expect(isOver).toBe(false);
    // Who comes meanwhile is not waited for, nor is what comes behind them handed out.
    const third = new pg.Client({ connectionString: cluster.url });
    await third.connect();
    await third.query(`begin; insert into audit_trail (at, actor, event) values (now(), 'desk', 'open')`);
    await add('later');
    await other.query('commit');
    expect(await whole).toEqual(['slow', 'fast']);
    await third.query('commit');
    await third.end();
    expect(await exported(before)).toEqual(['slow', 'fast', 'open', 'later']);
  });
});
