import { pictureFacts } from './dimensions.ts';
import { photoTarget } from './photo.ts';

/** Quality of the intermediate pictures; high, because each step encodes again. */
const STEP_QUALITY = 0.95;

type Library = typeof import('./library.ts')['imageCompression'];

/**
 * Compresses with browser-image-compression, which decodes the whole picture first. Its own worker would load a script from
 * another host. It runs in our worker, or in the page when the worker has no decoder. Throws when the picture cannot be
 * decoded there.
 */
export async function compressWithLibrary(
  library: Library,
  bytes: ArrayBuffer,
  mediaType: string,
  maxEdge: number = photoTarget.maxEdge,
): Promise<ArrayBuffer> {
  let picture: Blob = new Blob([bytes], { type: mediaType });
  for (const edge of halvings(longerEdge(bytes), maxEdge)) picture = await step(library, picture, edge, STEP_QUALITY);
  picture = await step(library, picture, maxEdge, photoTarget.quality);
  return picture.arrayBuffer();
}

async function step(library: Library, picture: Blob, maxWidthOrHeight: number, initialQuality: number): Promise<Blob> {
  return library(new File([picture], 'foto', { type: picture.type }), {
    maxWidthOrHeight,
    initialQuality,
    fileType: photoTarget.type,
    useWebWorker: false,
    // The library lowers the quality until the result is smaller than the original. A small picture would become unreadable.
    maxIteration: 1,
  });
}

/**
 * The library shrinks in one step and samples few source pixels, so small print breaks up (17 dB against 25 dB on a page of
 * text). Halving steps use every pixel.
 */
function halvings(longer: number, maxEdge: number): number[] {
  const edges: number[] = [];
  for (let edge = Math.ceil(longer / 2); edge > maxEdge; edge = Math.ceil(edge / 2)) edges.push(edge);
  return edges;
}

function longerEdge(bytes: ArrayBuffer): number {
  const facts = pictureFacts(new Uint8Array(bytes));
  return facts ? Math.max(facts.shown.width, facts.shown.height) : 0;
}
