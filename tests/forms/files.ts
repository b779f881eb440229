import { Blob, File } from 'node:buffer';
import type { PhotoClient, PhotoResult } from '#photos/client.ts';
import { paperOf } from '#photos/paper.ts';
import { MEGABYTE } from '#rules/files.ts';
import { joined, jpegOf } from '#tests/photos/pictures.ts';

/** A file as a picker delivers it. The types of node:buffer and of the browser differ in name only. */
export function picked(bytes: Uint8Array, name: string, type: string): globalThis.File {
  return new File([new Blob([bytes])], name, { type }) as unknown as globalThis.File;
}

export const pdfBytes = (size = 2000) => joined(new TextEncoder().encode('%PDF-1.7\n%\n'), new Uint8Array(size - 11));
export const pdf = (size = 2000, name = 'historia.pdf') => picked(pdfBytes(size), name, 'application/pdf');
export const photo = (name = 'foto.jpg') => picked(jpegOf(4000, 3000), name, 'image/jpeg');

/** A photo client with given answers, so that the rules around it are tested without decoding. */
export function photosThat(
  answer: (bytes: ArrayBuffer, name: string) => Promise<PhotoResult> | PhotoResult,
): PhotoClient {
  return {
    compress: async ({ bytes, name }) => answer(bytes, name),
    look: async () => null,
    turn: async (bytes) => bytes.slice(0),
    join: async (photos) => paperOf(photos),
    close() {},
  };
}

/** Compresses every photo to a JPEG of this many bytes. */
export const compressesTo = (size: number) =>
  photosThat((_, name) => {
    const bytes = joined(jpegOf(800, 600), new Uint8Array(size)).buffer.slice(0, size);
    return {
      ok: true,
      value: { bytes, name: name.replace(/\.\w+$/, '.jpg'), type: 'image/jpeg', width: 800, height: 600, size },
    };
  });

export const refuses = (code: Extract<PhotoResult, { ok: false }>['problem']['code']) =>
  photosThat(() => ({ ok: false, problem: { code } }));

export const MB = MEGABYTE;
