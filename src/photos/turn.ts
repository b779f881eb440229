import { photoTarget } from './photo.ts';

/** Quarters of a full turn, clockwise. */
export type Quarters = 1 | 2 | 3;

/** What a photo is drawn on: a canvas of the worker, or of the page. */
export interface Sheet {
  pen: Pick<OffscreenCanvasRenderingContext2D, 'translate' | 'rotate' | 'drawImage'> | null;
  encoded(type: string, quality: number): Promise<Blob | null>;
}

/** D10's quality would take its share a second time, from small print that has already paid it. */
const QUALITY = 0.8;

/** The photo turned clockwise, as JPEG. Throws when it cannot be decoded or drawn here. */
export async function turned(
  bytes: ArrayBuffer,
  quarters: Quarters,
  sheetOf: (width: number, height: number) => Sheet,
): Promise<ArrayBuffer> {
  const bitmap = await createImageBitmap(new Blob([bytes]));
  try {
    const { width, height } = bitmap;
    const [wide, high] = quarters === 2 ? [width, height] : [height, width];
    const { pen, encoded } = sheetOf(wide, high);
    if (!pen) throw new Error('no drawing context');
    pen.translate(wide / 2, high / 2);
    pen.rotate((quarters * Math.PI) / 2);
    pen.drawImage(bitmap, -width / 2, -height / 2);
    const blob = await encoded(photoTarget.type, QUALITY);
    if (!blob) throw new Error('the canvas gave no picture');
    return await blob.arrayBuffer();
  } finally {
    bitmap.close();
  }
}
