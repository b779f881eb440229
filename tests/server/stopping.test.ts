// @module-tag depth
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { end } from '#server/end.ts';
import { listen } from '#server/listen.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('[F34] a page asked for during the start says so, and reloads itself', async () => {
  const listening = await listen(0);
  const early = await fetch(`http://127.0.0.1:${listening.port}/`);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
  // A start may take as long as its migrations do: who restarts what is not alive would begin them anew.
  const probe = async (path: string) => (await fetch(`http://127.0.0.1:${listening.port}${path}`)).status;
  expect([await probe('/health'), await probe('/ready')]).toEqual([200, 503]);
  expect(await early.text()).toMatch(/http-equiv="refresh"[\s\S]+Amparo se está iniciando/);
  listening.serve(new Hono().get('/', (c) => c.text('listo')));
  expect(await (await fetch(`http://127.0.0.1:${listening.port}/`)).text()).toBe('listo');
  await listening.stop();
});

describe('[F34] a server that is told to stop', () => {
  let arrived = () => {};
  const app = new Hono().post('/', async (c) => {
    arrived();
    return c.text(String((await c.req.text()).length));
  });

  /** A server with an upload of two bytes under way. `finish` sends the second; `ended` tells how the upload ended. */
  async function underWay() {
    const listening = await listen(0);
    listening.serve(app);
    const agent = new Agent({ keepAlive: true });
    const call = request({ port: listening.port, method: 'POST', agent, headers: { 'Content-Length': 2 } });
    const ended = new Promise<number | 'cut'>((done) => {
      call.on('response', (answer) => answer.resume().on('end', () => done(answer.statusCode ?? 0)));
      call.on('error', () => done('cut'));
    });
    const isUnderWay = new Promise<void>((done) => {
      arrived = done;
    });
    call.write('a');
    await isUnderWay;
    return { listening, ended, finish: () => call.end('b'), leave: () => agent.destroy() };
  }

  test('refuses new callers, answers the upload under way, and does not wait for idle connections', async () => {
    const { listening, ended, finish, leave } = await underWay();
    const stopped = listening.stop({ within: 20_000 });
    await pause(500);
    await expect(fetch(`http://127.0.0.1:${listening.port}/`)).rejects.toThrow();
    finish();
    expect(await ended).toBe(200);
    const from = performance.now();
    expect(await stopped).toBe(true);
    // It is kept for more than a minute otherwise.
    expect(performance.now() - from).toBeLessThan(3_000);
    leave();
  });

  test('cuts off what does not end in time, and reports it', async () => {
    const { listening, ended, leave } = await underWay();
    expect(await listening.stop({ within: 300 })).toBe(false);
    expect(await ended).toBe('cut');
    leave();
  });

  test.each([
    ['ends well once its database has closed', true, () => Promise.resolve(true), 0, 0],
    ['says so where its database does not close', true, () => Promise.reject(new Error('ENOSPC')), 1, 1],
    ['ends badly where it cut somebody off', false, () => Promise.resolve(true), 1, 0],
    ['ends badly where it cut off work behind the answers', true, () => Promise.resolve(false), 1, 0],
  ])('%s', async (_, whole, close, code, errors) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    const exit = vi.fn();
    await end({ stop: async () => whole }, 0, close, thisMachine.timers, exit);
    expect(exit).toHaveBeenCalledExactlyOnceWith(code);
    expect(told).toHaveBeenCalledTimes(errors);
    told.mockRestore();
  });

  test('[F63] behind a proxy says first that it is not ready, and serves whoever the proxy still sends', async () => {
    const listening = await listen(0);
    listening.serve(new Hono().get('/', (c) => c.text('listo')).get('/ready', (c) => c.text('listo')));
    const ask = (path: string) => fetch(`http://127.0.0.1:${listening.port}${path}`);
    const before = await ask('/ready');
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    let ended = false;
    const stopped = listening.stop({ drain: 300 }).then((whole) => {
      ended = true;
      return whole;
    });
    const [probe, late] = await Promise.all([ask('/ready'), ask('/')]);
    expect([probe.status, late.status]).toEqual([503, 200]);
    expect([probe, late].map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close']);
    expect(ended).toBe(false);
    expect(await stopped).toBe(true);
    await expect(ask('/')).rejects.toThrow();
  });

  test('notices when its parent process is killed', async () => {
    const watching = `import { whenParentEnds } from './server/with-parent.mjs';
      setTimeout(() => process.exit(), 20_000);
      whenParentEnds(() => { console.log('noticed'); process.exit(); }, 20);
      console.log('watching');`;
    const starting = `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(watching)}],
      { stdio: ['ignore', 'inherit', 'inherit'] }); setTimeout(() => {}, 20_000);`;
    const parent = spawn(process.execPath, ['-e', starting], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    parent.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await expect.poll(() => said, { timeout: 10_000 }).toContain('watching');
    parent.kill('SIGKILL');
    // The pipe closes when the child process ends.
    await once(parent, 'close');
    expect(said).toContain('noticed');
  });
});
