import { randomUUID } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface Message {
  to: string;
  subject: string;
  text: string;
}

/** Sends a message; the one way out of this server. */
export type Mail = (message: Message) => Promise<void>;

/** What a customer of the demo is told beside a question for a code. */
export const folderNote = (dataFolder: string): string =>
  `En esta demostración el correo no se envía: el código está en la carpeta ${basename(dataFolder)}/correo del servidor.`;

/** Writes each message as a file into the folder instead of sending it. */
export function mailToFolder(folder: string): Mail {
  return async ({ to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.txt`;
    await writeFile(join(folder, name), `Para: ${to}\nAsunto: ${subject}\n\n${text}\n`, { mode: 0o600 });
  };
}
