import { ok, type Result } from '#contract/result.ts';
import type { PhotoClient } from '#photos/client.ts';
import { type FileKind, fileProblem, kindOf, MEGABYTE, mediaTypes, safeFileName } from '#rules/files.ts';
import type { FileAnswer } from './answers.ts';
import { formWords, photoWords } from './words.ts';

/** What is read into memory at most; more would take the tab down before anything could be measured. */
const MAX_READ_BYTES = 80 * MEGABYTE;
const HEAD_BYTES = 64 * 1024;

/** What a File is to us; a picked one may change or vanish while we look at it. */
export type PickedFile = Pick<Blob, 'size' | 'type' | 'slice' | 'arrayBuffer'> & { readonly name: string };

export interface Taking {
  photos: PhotoClient;
  /** The size, in bytes, that the file must stay under once a photo is compressed (D43). */
  limit: number;
  accepted?: readonly FileKind[];
  /** The longest side, in pixels, that a photo is brought down to; D10's unless given. */
  maxEdge?: number;
  /** A photo is being compressed from here on. */
  onCompress?: () => void;
}

/**
 * Takes a picked file in: its bytes are read at once (F24), its kind is told by them (S4), a photo is compressed and then
 * measured, a PDF passes untouched.
 *
 * @returns the file as the form holds it, or what is wrong in words for the customer
 */
export async function takeIn(file: PickedFile, taking: Taking): Promise<Result<FileAnswer, { text: string }>> {
  const { photos, limit, accepted, maxEdge, onCompress } = taking;
  const head = await read(file.slice(0, HEAD_BYTES));
  if (!head) return refused(formWords.vanished);
  const facts = { name: file.name, type: file.type, size: file.size, bytes: new Uint8Array(head) };
  const kind = kindOf(facts.bytes);
  const isPhoto = kind !== null && kind !== 'pdf';
  const problem = fileProblem(facts, isPhoto ? Number.POSITIVE_INFINITY : limit, accepted);
  if (problem || kind === null) return refused(problem?.text ?? formWords.invalid);
  if (file.size > MAX_READ_BYTES) return refused(formWords.huge);

  const bytes = await read(file);
  if (!bytes || bytes.byteLength !== file.size) return refused(formWords.vanished);
  if (!isPhoto) return ok(answer(bytes, file.name, kind));

  onCompress?.();
  const photo = await photos.compress({
    ...{ bytes, name: file.name, type: file.type },
    ...(maxEdge !== undefined && { maxEdge }),
  });
  if (!photo.ok) return refused(photoWords(photo.problem.code, kind, accepted));
  const { value } = photo;
  const tooLarge = fileProblem({ ...value, bytes: new Uint8Array(value.bytes) }, limit);
  return tooLarge
    ? refused(tooLarge.text)
    : ok(answer(value.bytes, value.name, value.type === 'image/png' ? 'png' : 'jpeg'));
}

/** Null when the file is gone, has changed or may not be read any more: browsers throw, each in its own way. */
async function read(part: Pick<Blob, 'arrayBuffer'>): Promise<ArrayBuffer | null> {
  try {
    return await part.arrayBuffer();
  } catch {
    return null;
  }
}

function answer(bytes: ArrayBuffer, name: string, kind: FileKind): FileAnswer {
  return { bytes, name: safeFileName(name, kind), type: mediaTypes[kind], size: bytes.byteLength };
}

function refused(text: string): { ok: false; problem: { text: string } } {
  return { ok: false, problem: { text } };
}
