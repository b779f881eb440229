import { ok, type Result } from '#contract/result.ts';
import type { PhotoClient } from '#photos/client.ts';
import { type FileKind, fileProblem, kindOf, MEGABYTE, mediaTypes, safeFileName } from '#rules/files.ts';
import type { FileAnswer } from './answers.ts';
import { formWords, photoWords } from './words.ts';

/** The largest file that is read into memory. A larger one could crash the tab. */
const MAX_READ_BYTES = 80 * MEGABYTE;
const HEAD_BYTES = 64 * 1024;

/** The part of File that is used. A picked file may change or vanish while it is read. */
export type PickedFile = Pick<Blob, 'size' | 'type' | 'slice' | 'arrayBuffer'> & { readonly name: string };

export interface AcceptOptions {
  photos: PhotoClient;
  /** The file must be smaller than this many bytes, a photo after its compression (D43). */
  limit: number;
  accepted?: readonly FileKind[];
  /** The longest side of a photo after compression, in pixels; D10's by default. */
  maxEdge?: number;
  /** Called with a photo as it was taken, and with the compressed one that the form holds. */
  onPhoto?: ((original: ArrayBuffer, compressed: ArrayBuffer) => void) | undefined;
  /** Called when the compression of a photo begins. */
  onCompress?: () => void;
}

/**
 * Takes in a picked file: reads its bytes at once (F24), finds its kind from them (S4), compresses a photo, then checks the
 * size. A PDF stays unchanged.
 *
 * @param file null when it is gone since it was offered
 * @returns the file as the form holds it, or a text for the customer that says why not
 */
export async function acceptFile(
  file: PickedFile | null,
  options: AcceptOptions,
): Promise<Result<FileAnswer, { text: string }>> {
  const { limit, accepted } = options;
  const head = file && (await read(file.slice(0, HEAD_BYTES)));
  if (!head) return refused(formWords.vanished);
  const facts = { name: file.name, type: file.type, size: file.size, bytes: new Uint8Array(head) };
  const kind = kindOf(facts.bytes);
  const isPhoto = kind !== null && kind !== 'pdf';
  const takesPapers = !accepted || accepted.includes('pdf');
  if (kind === null && takesPapers && isOtherPicture(file.type)) {
    return refused(photoWords('unsupported-image', kind, accepted));
  }
  const problem = fileProblem(facts, isPhoto ? Number.POSITIVE_INFINITY : limit, accepted);
  if (problem || kind === null) return refused(problem?.text ?? formWords.invalid);
  if (file.size > MAX_READ_BYTES) return refused(formWords.huge);

  const bytes = await read(file);
  if (!bytes || bytes.byteLength !== file.size) return refused(formWords.vanished);
  return isPhoto
    ? compressed({ bytes, name: file.name, type: file.type }, kind, options)
    : accept(bytes, file.name, kind);
}

/** A TIFF or AVIF is a picture, so 'only pictures' would be the wrong answer. A drawing in XML counts as none (S4). */
const isOtherPicture = (type: string): boolean =>
  /^image\/(?!svg)/.test(type) && !Object.values(mediaTypes).includes(type);

async function compressed(
  photo: { bytes: ArrayBuffer; name: string; type: string },
  kind: FileKind,
  { photos, limit, accepted, maxEdge, onPhoto, onCompress }: AcceptOptions,
): Promise<Result<FileAnswer, { text: string }>> {
  onCompress?.();
  const done = await photos.compress({ ...photo, ...(maxEdge !== undefined && { maxEdge }) });
  if (!done.ok) return refused(photoWords(done.problem.code, kind, accepted));
  const { bytes, name, type, ...facts } = done.value;
  const tooLarge = fileProblem({ ...facts, name, type, bytes: new Uint8Array(bytes) }, limit);
  if (tooLarge) return refused(tooLarge.text);
  onPhoto?.(photo.bytes, bytes);
  return accept(bytes, name, type === 'image/png' ? 'png' : 'jpeg');
}

/** Null when the file is gone, has changed or may no longer be read. Each browser throws its own error. */
async function read(part: Pick<Blob, 'arrayBuffer'>): Promise<ArrayBuffer | null> {
  try {
    return await part.arrayBuffer();
  } catch {
    return null;
  }
}

const accept = (bytes: ArrayBuffer, name: string, kind: FileKind): Result<FileAnswer, never> =>
  ok({ bytes, name: safeFileName(name, kind), type: mediaTypes[kind], size: bytes.byteLength });

function refused(text: string): { ok: false; problem: { text: string } } {
  return { ok: false, problem: { text } };
}
