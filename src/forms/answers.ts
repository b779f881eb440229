/** A file as a form, a draft and the outbox hold it. It has its own bytes, since not every browser can store a File. */
export interface FileAnswer {
  bytes: ArrayBuffer;
  /** Safe to store and show, with the extension of the file's real kind. */
  name: string;
  /** The media type found from the bytes. */
  type: string;
  /** In bytes. */
  size: number;
}

/** The value of one field. Structured cloning can copy it, so a draft can store it as it is. */
export type Answer = string | boolean | readonly string[] | FileAnswer | null;
export type Answers = Record<string, Answer>;

/** The text of an answer; '' for an empty field. */
export function textOf(answer: unknown): string {
  return typeof answer === 'string' ? answer : '';
}

export function fileOf(answer: unknown): FileAnswer | null {
  if (typeof answer !== 'object' || answer === null || !('bytes' in answer)) return null;
  const { bytes, name, type, size } = answer as Partial<FileAnswer>;
  if (!(bytes instanceof ArrayBuffer) || typeof name !== 'string' || typeof type !== 'string') return null;
  return { bytes, name, type, size: size ?? bytes.byteLength };
}
