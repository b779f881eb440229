/** A file as a form, a draft and the outbox hold it: bytes of its own, since a File does not survive everywhere. */
export interface FileAnswer {
  bytes: ArrayBuffer;
  /** Safe to store and show, with the ending of what the file is. */
  name: string;
  /** The media type its bytes have. */
  type: string;
  /** In bytes. */
  size: number;
}

/** What one field holds; all of it survives structured cloning, so a draft can store it as it is. */
export type Answer = string | boolean | readonly string[] | FileAnswer | null;
export type Answers = Record<string, Answer>;

/** The text of a field that has not been filled in yet is ''. */
export function textOf(answer: unknown): string {
  return typeof answer === 'string' ? answer : '';
}

export function fileOf(answer: unknown): FileAnswer | null {
  if (typeof answer !== 'object' || answer === null || !('bytes' in answer)) return null;
  const { bytes, name, type, size } = answer as Partial<FileAnswer>;
  if (!(bytes instanceof ArrayBuffer) || typeof name !== 'string' || typeof type !== 'string') return null;
  return { bytes, name, type, size: size ?? bytes.byteLength };
}
