import '#tests/page.ts';

import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createHouse, type Device, type House, type Page } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';

/** The server of the test file with its customer. Device and page are new for each test. */
export let house: House;
export let device: Device;
export let page: Page;

/** Opens a page on a new device before each test. Afterwards both are closed and the connection is back. */
export function withHouse(ports: Parameters<Device['page']>[0] = {}): void {
  beforeAll(async () => {
    house = await createHouse();
  }, 60_000);
  beforeEach(async () => {
    device = await house.device();
    page = device.page(ports);
  });
  afterEach(async () => {
    cleanup();
    setOnline(true);
    await device.close();
  });
  afterAll(() => house.close());
}
