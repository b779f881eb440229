import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import type { Row } from '../harness/measure.ts';
import { openSlowLine, type SlowLine } from '../harness/slow-line.ts';
import { openWire, type Wire } from '../harness/wire.ts';
import { enter, visit } from './visit.ts';

const CUSTOMER = 'costarica@demo.test';
/** After this time without traffic, all requests have been made. */
const QUIET_MS = 2500;
const BROUGHT_MS = 60_000;
/** Minutes that the customer looks at a screen. */
const WATCHED = 5;
/** After so many minutes without a touch the page is idle (src/app/signed-in/while-used.ts). */
const USED = 5;

/** What the device tells once after ten minutes without a touch. */
const LOCK = '/usuarios/bloquear';

interface Asked {
  /** Without those that told of the lock. */
  requests: number;
  locks: number;
  /** Bytes both ways, with headers. */
  bytes: number;
  /** Bytes of the answers, with headers. */
  answers: number;
}

/** Measures what an open page asks for by itself (D71). The page's clock is moved on; the server and the line are real. */
export async function looking(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  const wire = await openWire(port);
  // It stands before the wire and counts the requests.
  const line = await openSlowLine(wire.url, false);
  try {
    const seen = await opened(wire, line, async (page, asked) => {
      await page.evaluate(() => {
        location.hash = '#/app/reembolsos/520021';
      });
      await page.getByText('Actualizado hace un momento').first().waitFor();
      await asked(0);
      return { list: await asked(WATCHED, () => touch(page)), home: await atHome(page, asked) };
    });
    const idle = await opened(wire, line, async (_, asked) => {
      await asked(USED + 1);
      return asked(60);
    });
    const hidden = await opened(wire, line, async (page, asked) => {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      return asked(60);
    });
    return [
      {
        name: 'requests of a minute that one looks at a list',
        figure: seen.list.requests / WATCHED,
        goal: 1,
        exact: true,
      },
      {
        name: 'requests of a minute that one looks at home',
        figure: seen.home.requests / WATCHED,
        goal: 1,
        exact: true,
      },
      { name: 'a question of a list that finds nothing new, its answer', ...bytesOf(seen.list, 'answers'), goal: 500 },
      { name: 'the same of home', ...bytesOf(seen.home, 'answers'), goal: 500 },
      { name: 'the same of a list, bytes both ways', ...bytesOf(seen.list, 'bytes') },
      { name: 'the same of home, bytes both ways', ...bytesOf(seen.home, 'bytes') },
      {
        name: 'requests of an hour that nobody touches the page',
        figure: idle.requests,
        goal: 0,
        exact: true,
        ...lockOf(idle),
      },
      {
        name: 'requests of an hour that the page is hidden',
        figure: hidden.requests,
        goal: 0,
        exact: true,
        ...lockOf(hidden),
      },
    ];
  } finally {
    await line.close();
    await wire.close();
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

const bytesOf = ({ requests, ...asked }: Asked, which: 'bytes' | 'answers') => ({
  figure: asked[which] / requests,
  unit: 'B',
  exact: true,
});

const lockOf = ({ locks }: Asked) => ({ beside: `beside ${locks} that told of the lock` });

type Ask = (minutes: number, each?: () => Promise<void>) => Promise<Asked>;

/** Signs in, waits until everything is here, and measures with `asked` what so many minutes ask for. */
async function opened<T>(wire: Wire, line: SlowLine, look: (page: Page, asked: Ask) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  try {
    return await visit(profile, 0, async (page) => {
      await page.clock.install();
      await enter(page, line.url, CUSTOMER);
      await page.getByText(/Todo en tu teléfono/).waitFor({ timeout: BROUGHT_MS });
      await wire.quiet(QUIET_MS);
      return look(page, async (minutes, each) => {
        line.reset();
        wire.count();
        for (let minute = 0; minute < minutes; minute += 1) {
          await each?.();
          await page.clock.runFor(60_000);
          await wire.quiet(each ? QUIET_MS : 300);
        }
        await wire.quiet(QUIET_MS);
        const answers = wire.answers();
        const locks = line.requests.filter((one) => one.endsWith(LOCK)).length;
        return { requests: line.requests.length - locks, locks, bytes: wire.count(), answers };
      });
    });
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

async function atHome(page: Page, asked: Ask): Promise<Asked> {
  await page.evaluate(() => {
    location.hash = '#/app';
  });
  await page
    .getByText(/^Actualizado hace/)
    .first()
    .waitFor();
  await asked(0);
  return asked(WATCHED, () => touch(page));
}

/** A sign of the customer that presses nothing. */
const touch = (page: Page): Promise<void> => page.keyboard.press('Shift');
