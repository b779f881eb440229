import type { Page } from '@playwright/test';

/**
 * A JPEG as a phone's camera writes it: a card with lines of text on a table, drawn and encoded by the browser.
 * Its EXIF segment says where it was taken.
 */
export async function photographOf(
  page: Page,
  text: string,
  { width = 1600, height = 1010, blur = 0 }: { width?: number; height?: number; blur?: number } = {},
): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([lines, w, h, radius]) => {
      const canvas = new OffscreenCanvas(w, h);
      const draw = canvas.getContext('2d');
      if (!draw) throw new Error('no canvas');
      if (radius > 0) draw.filter = `blur(${radius}px)`;
      draw.fillStyle = '#8a6f55';
      draw.fillRect(0, 0, w, h);
      draw.fillStyle = '#eef3f0';
      draw.fillRect(w * 0.06, h * 0.08, w * 0.88, h * 0.84);
      draw.fillStyle = '#9fb4ae';
      draw.fillRect(w * 0.1, h * 0.22, w * 0.22, h * 0.5);
      draw.fillStyle = '#17211f';
      draw.font = `${Math.round(h / 16)}px sans-serif`;
      for (const [index, line] of lines.split('\n').entries()) draw.fillText(line, w * 0.37, h * (0.28 + index * 0.12));
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    [text, width, height, blur] as const,
  );
  return withPlace(Buffer.from(bytes));
}

/** Puts an EXIF segment with a GPS directory after the start marker of the picture. */
function withPlace(jpeg: Buffer): Buffer {
  const gps = Buffer.from(
    'Exif\0\0MM\0*\0\0\0\u0008\0\u0001\u0088%\0\u0004\0\0\0\u0001\0\0\0\u001a\0\0\0\0GPSAT9.9281,-84.0907',
    'latin1',
  );
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(gps.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, gps, jpeg.subarray(2)]);
}
