import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../database/open.ts';

export interface Message {
  /** Whom it is about; it goes with them, whatever address it is sent to. */
  customerId: string;
  to: string;
  subject: string;
  /** Paragraphs with an empty line between them. */
  text: string;
  /** The address of ours that the text has; no other becomes a link. Alone in its paragraph it is drawn as a button. */
  link?: string;
  /** What the text asks to be typed, drawn large. */
  code?: string;
  /** What the button says; 'Abrir Amparo' without one. */
  action?: string;
  /** After so many milliseconds it is of no use, and is not sent any more; three days without one. */
  usefulFor?: number;
}

/** Sends a message, the one way to a customer’s mailbox: with the transaction of what it tells of, or not at all. */
export type Mail = (message: Message, tx: Transaction) => Promise<void>;

/** A message on its way, in both its forms. `id` stays the same at each try. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** What became of one try: taken; refused for good, and why; or to be tried again. */
export type Posting = { taken: true } | { taken: false; forGood: boolean; why: string };
export type Transport = (letter: Letter) => Promise<Posting>;

/** What a customer of the demo is told beside a question for a code. */
export const folderNote = (dataFolder: string): string =>
  `En esta demostración el correo no se envía: el código está en la carpeta ${basename(dataFolder)}/correo del servidor.`;

/** Writes each message as a file into the folder instead of sending it. */
export function folderTransport(
  folder: string,
  { clock, uuid }: { clock: Clock; uuid: () => string },
): (letter: Pick<Letter, 'to' | 'subject' | 'text'>) => Promise<Posting> {
  return async ({ to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const name = `${clock().toISOString().replaceAll(':', '-')}-${uuid().slice(0, 8)}.txt`;
    await writeFile(join(folder, name), `Para: ${to}\nAsunto: ${subject}\n\n${text}\n`, { mode: 0o600 });
    return { taken: true };
  };
}
