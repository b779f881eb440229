import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { type Program, ready, server, start, stopped } from './program.ts';

describe.skipIf(!postgresBin)('[F31] processes that start at the same moment on an empty PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-first-'));
  let cluster: Cluster;
  let named = 0;
  beforeAll(async () => {
    cluster = await createCluster();
  }, 60_000);
  afterAll(async () => {
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The address of a new, empty database. */
  async function empty(): Promise<string> {
    const name = `first_${++named}`;
    await cluster.ask(`create database ${name}`);
    return cluster.url.replace(/\/[^/]*$/, `/${name}`);
  }

  test('all find or make their tables', async () => {
    for (let round = 0; round < 6; round += 1) {
      const databaseUrl = await empty();
      const opened = await Promise.allSettled([1, 2, 3].map(() => openDatabase({ databaseUrl, folder: '' })));
      for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
      expect(
        opened.map((one) => (one.status === 'fulfilled' ? 'open' : String(one.reason))),
        `round ${round}`,
      ).toEqual(['open', 'open', 'open']);
    }
  }, 120_000);

  test('two programs with the demo both become ready', async () => {
    const databaseUrl = await empty();
    const programs: Program[] = [];
    try {
      const ports = [await freePort(), await freePort()];
      for (const port of ports) {
        const settings = { PORT: String(port), DATABASE_URL: databaseUrl, AMPARO_DATA: join(folder, String(port)) };
        programs.push(start(server, settings));
      }
      await Promise.all(
        ports.map((port, index) => ready(`http://127.0.0.1:${port}`, programs[index] ?? expect.fail('not started'))),
      );
      expect(programs.map(({ child }) => child.exitCode)).toEqual([null, null]);
    } finally {
      for (const program of programs) await stopped(program);
    }
  }, 120_000);
});
