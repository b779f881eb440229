import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from '#tests/session/device.ts';

export const ANA = 'costarica@demo.test';

/** One server for the file's tests. Before each of them Ana signs in on a new device, which `ready` receives. */
export function signedInEach(ready: (device: Device, server: TestApp) => void, others: string[] = []): void {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ seed: [ANA, ...others] });
  }, SERVER_START_MS);
  afterAll(() => server.close());
  beforeEach(async () => {
    const device = createDevice(server);
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    device.seen.length = 0;
    ready(device, server);
  });
}
