import type { limited } from './limit.ts';

/** The bytes of an answer. Each piece begins the time of its limit anew. @throws when that ends */
export async function bytesWithin(
  { race, heard }: ReturnType<typeof limited>,
  { body }: Response,
): Promise<ArrayBuffer> {
  const reader = body?.getReader();
  const parts: BlobPart[] = [];
  while (reader) {
    const { done, value } = await race(reader.read());
    if (done) break;
    heard();
    parts.push(value);
  }
  return new Blob(parts).arrayBuffer();
}
