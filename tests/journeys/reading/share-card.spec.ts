import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { test } from '../harness/deployment.ts';
import { expect, readyOffline } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

/** Width and height in pixels, from a PNG's header. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

/** How many pixels of the picture are black. */
const blackIn = (page: Page, png: Buffer) =>
  page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
      drawing?.drawImage(image, 0, 0);
      const { data } = drawing?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
      let black = 0;
      for (let offset = 0; offset < data.length; offset += 4)
        if (data[offset] === 0 && data[offset + 1] === 0 && data[offset + 2] === 0) black += 1;
      return black;
    },
    [...png],
  );

test('[H2.58][D20][S1] a build that shares cards makes a picture of the card, offline too and within the content policy', {
  tag: '@download',
}, async ({ page, context, deployment }) => {
  await deployment.deploy({ VITE_SHARE_CARD: 'on' });
  const refused: string[] = [];
  page.on(
    'console',
    (message) => /content security policy|trusted/i.test(message.text()) && refused.push(message.text()),
  );
  await signInHome(page);
  await readyOffline(page);
  await page.goto('/#/app/carnet/520021');
  const share = page.getByRole('button', { name: 'Compartir' });
  await expect(share).toBeEnabled();
  await context.setOffline(true);
  const card = await page.getByRole('article').boundingBox();
  const begun = page.waitForEvent('download');
  await share.click();
  const download = await begun;
  expect(download.suggestedFilename()).toBe('Carnet de María Fernanda Rojas Mora.png');
  const png = await readFile(await download.path());
  const foot = await page.getByText('Disponible sin conexión').boundingBox();
  expect(sizeOf(png)).toEqual({
    width: Math.floor((card?.width ?? 0) * 3),
    // The picture leaves out the line that says the card is on this device.
    height: Math.floor(((card?.height ?? 0) - (foot?.height ?? 0)) * 3),
  });
  // A picture without its colours would be black, and nothing on the card is.
  expect(await blackIn(page, png)).toBe(0);
  expect(refused).toEqual([]);
  if (process.env.AMPARO_SHOTS) await download.saveAs(`${process.env.AMPARO_SHOTS}/shared-card.png`);
});
