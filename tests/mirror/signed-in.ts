import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from '#tests/session/copied.ts';
import { createDevice, type Device, SERVER_START_MS } from '#tests/session/device.ts';

export const ANA = 'costarica@demo.test';

/** One server for the file's tests. Before each of them Ana is signed in on a new device, which `ready` receives. */
export function signedInEach(ready: (device: Device, server: TestApp) => void, others: string[] = []): void {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ seed: [ANA, ...others] });
  }, SERVER_START_MS);
  afterAll(() => server.close());
  beforeEach(async () => {
    const device = createDevice(server);
    await signInCopied(server, ANA, device);
    ready(device, server);
  });
}

/** The text of a request's body, which may have been packed. */
export const textOf = async (body: BodyInit | null | undefined): Promise<string> =>
  typeof body === 'string'
    ? body
    : new Response(new Response(body).body?.pipeThrough(new DecompressionStream('gzip'))).text();
