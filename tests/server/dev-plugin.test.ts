// @module-tag depth
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { composeServer } from '#server/compose.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { amparoServer } from '#server/dev-plugin.ts';
import { startReceiver } from './receiver.ts';
import { send } from './requests.ts';
import { inMemory, type SignedIn, signInAt } from './test-app.ts';

const ANA = 'costarica@demo.test';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

/** What of a Vite server the plugin takes: at an address of its own, with one demo customer and a database in memory. */
async function startVite() {
  const http = createServer();
  const database = await inMemory();
  const customers = demoCustomers.filter(({ email }) => email === ANA);
  const demo = { customers, people: [], passwordCost: 1024 };
  const modules: Record<string, unknown> = {
    '/src/ports/machine.ts': await import('#ports/machine.ts'),
    '/server/settings.ts': await import('#server/settings.ts'),
    '/server/database/open.ts': { openDatabase: async () => database },
    '/server/compose.ts': {
      composeServer: (...[settings, ports]: Parameters<typeof composeServer>) =>
        composeServer(settings, { ...ports, demo }),
    },
  };
  const use = (middleware: (...call: [...Parameters<RequestListener>, (error?: unknown) => void]) => void) =>
    http.on('request', (request, response) =>
      middleware(request, response, () => response.writeHead(404).end('by Vite')),
    );
  const vite = {
    middlewares: { use },
    httpServer: http,
    config: { logger: { info() {} } },
    ssrLoadModule: async (path: string) => modules[path],
  };
  const { configureServer } = amparoServer();
  if (typeof configureServer !== 'function') throw new Error('configures nothing');
  await configureServer.call({} as never, vite as never);
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  ending.push(() => new Promise((closed) => http.close(closed)));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(`${origin}${pathname}${search}`, {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), connection: 'close' },
        ...(request.body && { body: await request.arrayBuffer() }),
      });
    },
  };
}

test('[F39] `npm run dev` answers by the server itself, and sends mails and what the insurer is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-dev-'));
  ending.push(() => rmSync(folder, { recursive: true, force: true }));
  const receiver = await startReceiver(SECRET);
  ending.push(() => receiver.close());
  vi.stubEnv('VITEST', '');
  vi.stubEnv('AMPARO_DATA', folder);
  vi.stubEnv('AMPARO_WEBHOOK_URL', receiver.url);
  vi.stubEnv('AMPARO_WEBHOOK_SECRET', SECRET);
  const vite = await startVite();
  expect(await (await vite.fetch(new Request('http://localhost/src/app/main.tsx'))).text()).toBe('by Vite');

  const ana: SignedIn = await signInAt(vite, ANA);
  const asked = await send(
    vite,
    'createTicket',
    { fields: { idUsuario: ana.id, idTipoTicket: '1', descripcion: 'Desde casa', poliza: ana.polizas[0]?.Policy } },
    { ...ana.headers, 'Idempotency-Key': crypto.randomUUID() },
  );
  expect(asked.status).toBe(200);
  await vi.waitFor(() => expect(receiver.effects.map(({ data }) => data.descripcion)).toEqual(['Desde casa']), 20_000);
  // The mail of a new sign-in.
  await vi.waitFor(() => expect(readdirSync(join(folder, 'correo'))).toHaveLength(1), 20_000);
}, 60_000);
