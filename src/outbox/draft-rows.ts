import { deviceKeys, readingKeys } from '#database/keyring.ts';
import { rowName } from '#database/names.ts';
import type { Database } from '#database/open.ts';
import type { DraftRow, ReadingRow } from '#database/rows.ts';
import { openFile, openRow, sealFile, sealRow } from '#database/sealed.ts';
import type { OutgoingFile } from './ports.ts';

/** The part of a draft that holds its form; the others are named after the fields of its files. */
export const FORM_PART = 'form';
/** Whose drafts they are that were begun before anybody signed in. */
export const DEVICE = 'device';

/** Under which key and name a draft lies. */
export interface DraftKeys {
  owner: string;
  key: CryptoKey;
  /** The draft's name in the clear. */
  id: string;
}

/** Null while the device is locked. */
export async function draftKeys(db: Database, whose: 'customer' | 'visitor', id: string): Promise<DraftKeys | null> {
  if (whose === 'visitor') return { owner: DEVICE, key: (await deviceKeys(db)).key, id };
  const reading = await readingKeys(db);
  return reading && { owner: reading.owner, key: reading.readKey, id: await rowName(reading, 'draft', id) };
}

/** A draft's id may name a policy, so it stands in the clear as an HMAC. */
export const draftName = async (reading: ReadingRow | null, id: string): Promise<string | null> =>
  reading && rowName(reading, 'draft', id);

export async function sealForm({ owner, key, id }: DraftKeys, form: unknown, at: number): Promise<DraftRow> {
  return { id, part: FORM_PART, owner, at, ...(await sealRow(key, form, placeOf(id, FORM_PART, owner))) };
}

/** Undefined when the row does not open. */
export async function openForm({ key }: DraftKeys, row: DraftRow): Promise<unknown> {
  return (await openRow(key, row, placeOf(row.id, row.part, row.owner))) ?? undefined;
}

/** A file's name and type are sealed in front of its bytes. */
export async function sealDraftFile(keys: DraftKeys, part: string, file: OutgoingFile, at: number): Promise<DraftRow> {
  const { owner, key, id } = keys;
  return { id, part, owner, at, ...(await sealFile(key, pack(file), placeOf(id, part, owner))) };
}

/** Null when the row does not open. */
export async function openDraftFile({ key }: DraftKeys, row: DraftRow): Promise<OutgoingFile | null> {
  const bytes = await openFile(key, row, placeOf(row.id, row.part, row.owner));
  return bytes && unpack(bytes);
}

const placeOf = (id: string, part: string, owner: string) => ({ table: 'drafts', row: `${id}/${part}`, owner });

const LENGTH_BYTES = 4;

function pack({ bytes, name, type }: OutgoingFile): ArrayBuffer {
  const head = new TextEncoder().encode(JSON.stringify([name, type]));
  const packed = new Uint8Array(LENGTH_BYTES + head.length + bytes.byteLength);
  new DataView(packed.buffer).setUint32(0, head.length);
  packed.set(head, LENGTH_BYTES);
  packed.set(new Uint8Array(bytes), LENGTH_BYTES + head.length);
  return packed.buffer;
}

function unpack(packed: ArrayBuffer): OutgoingFile {
  const start = LENGTH_BYTES + new DataView(packed).getUint32(0);
  const [name, type] = JSON.parse(new TextDecoder().decode(packed.slice(LENGTH_BYTES, start))) as [string, string];
  return { bytes: packed.slice(start), name, type };
}
