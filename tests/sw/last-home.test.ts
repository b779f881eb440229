import { Window } from 'happy-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { keepLastHome } from '#database/keep-last-home.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { pageWithLastHome } from '../../sw/last-home.ts';

const home = { width: 390, drawing: ['main', {}, ['</script><script>alert(1)</script><!-- María Fernanda']] };
const HTML = '<html><head><title>Amparo</title></head><body><!--last-home--><div id="root"></div></body></html>';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
beforeEach(async () => {
  device = createDevice(server);
  await device.session.signIn('costarica@demo.test', DEMO_PASSWORD);
  await keepLastHome(device.db, await device.session.owner(), home);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const page = async () =>
  new Response(HTML, {
    headers: { 'content-security-policy': "default-src 'none'", 'content-type': 'text/html', 'content-length': '102' },
  });

/** What the page's scripts find in the answer, read as a browser reads it. */
async function homeIn(answer: Response): Promise<unknown> {
  const { document } = new Window();
  document.write(await answer.text());
  expect(document.querySelector('#root')).not.toBeNull();
  const [data, ...others] = document.querySelectorAll('script');
  expect(others).toEqual([]);
  if (!data) return null;
  expect(data.outerHTML).toMatch(/^<script type="application\/json" data-last-home="">/);
  return JSON.parse(data.textContent);
}
const served = async (name = device.db.name) => homeIn(await pageWithLastHome(name)(page));

describe('the page of the worker', () => {
  test('[D38] has the last home as data, which cannot leave its element', async () => {
    expect(await served()).toEqual(home);
  });

  test('[S1] keeps its content policy, but not the length of the file', async () => {
    const { headers } = await pageWithLastHome(device.db.name)(page);
    expect(Object.fromEntries(headers)).toEqual({
      'content-security-policy': "default-src 'none'",
      'content-type': 'text/html',
    });
  });

  test('[F8] is kept only if it is the app’s own', async () => {
    const answer = pageWithLastHome(device.db.name);
    const portal = new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } });
    expect(await (await answer(async () => portal)).text()).toBe('<html>Wi-Fi</html>');
    expect(await homeIn(await answer(page))).toEqual(home);
  });

  test('[H4.9] has none after ten minutes without activity, nor before a time already seen', async () => {
    for (const minutes of [10, -1]) {
      await device.db.vault.put({ id: 'activity', at: Date.now() - minutes * MINUTE_MS });
      expect(await served()).toBeNull();
    }
  });

  test('[H4.9] has none in a locked session', async () => {
    await device.session.lock();
    expect(await served()).toBeNull();
    expect(await device.db.lastHomes.count()).toBe(1);
  });

  test('[F15] has none of another customer', async () => {
    const [row] = await device.db.lastHomes.toArray();
    if (!row) throw new Error('no home was kept');
    await device.db.lastHomes.delete(row.owner);
    await device.db.lastHomes.put({ ...row, owner: 'other' });
    expect(await served()).toBeNull();
  });

  test('[V2.7] makes no database on a device that has none', async () => {
    expect(await served('nobody')).toBeNull();
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('nobody');
  });

  test('[D38] is begun before the database answers, and waits for it 600 ms at most', async () => {
    vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest);
    vi.useFakeTimers();
    const { body } = await pageWithLastHome(device.db.name)(page);
    let seen = '';
    const whole = body?.pipeTo(
      new WritableStream({
        write(chunk) {
          seen += new TextDecoder().decode(chunk);
        },
      }),
    );
    await vi.advanceTimersByTimeAsync(599);
    expect(seen).toBe(HTML.slice(0, HTML.indexOf('<!--')));
    await vi.advanceTimersByTimeAsync(1);
    await whole;
    expect(seen).toBe(HTML.replace('<!--last-home-->', ''));
  });

  test('[D38] is read from the cache once; an answer that failed is not kept', async () => {
    const answer = pageWithLastHome(device.db.name);
    const read = vi.fn(page);
    read.mockResolvedValueOnce(new Response('', { status: 503 }));
    expect((await answer(read)).status).toBe(503);
    expect(await homeIn(await answer(read))).toEqual(home);
    await device.session.lock();
    expect(await homeIn(await answer(read))).toBeNull();
    expect(read).toHaveBeenCalledTimes(2);
  });
});
