import {
  DEVICE,
  draftContext,
  draftNameParts,
  FORM_PART,
  type NamedForm,
  namedFormFrom,
} from '#database/draft-form.ts';
import { deviceKeys, readingKeys, rowName } from '#database/keyring.ts';
import { draftRowsOf } from '#database/lost.ts';
import type { Database } from '#database/open.ts';
import type { DraftRow, ReadingKeys } from '#database/rows.ts';
import { isSameSeal, type OpeningKeys, openFile, openRow, sealFile, sealRow } from '#database/sealed.ts';
import type { OutgoingFile } from './ports.ts';

export { FORM_PART };

/** The key and the names under which a draft is stored. */
export interface DraftKeys {
  owner: string;
  /** Seals its parts. */
  key: CryptoKey;
  /** Open its parts. */
  opening: OpeningKeys;
  /** The name its form uses. */
  name: string;
  /** The draft's name in the clear. */
  id: string;
}

/** Null while the device is locked. */
export const draftKeys = async (db: Database, whose: 'customer' | 'visitor', id: string): Promise<DraftKeys | null> =>
  (await draftKeysOf(db, whose, [id]))?.[0] ?? null;

/** Those of several drafts, in their order, after one look at the device's keys. Null while it is locked. */
export async function draftKeysOf(
  db: Database,
  whose: 'customer' | 'visitor',
  ids: readonly string[],
): Promise<DraftKeys[] | null> {
  if (whose === 'visitor') {
    const { key } = await deviceKeys(db);
    return ids.map((id) => ({ owner: DEVICE, key, opening: key, name: id, id }));
  }
  const reading = await readingKeys(db);
  if (!reading) return null;
  const { owner, readKey } = reading;
  const keysOf = async (name: string): Promise<DraftKeys> => {
    const id = await rowName(reading, ...draftNameParts(name));
    return { owner, key: readKey, opening: reading, name, id };
  };
  return Promise.all(ids.map(keysOf));
}

/** A draft's id may name a policy, so it stands in the clear as an HMAC. */
export const draftName = async (reading: ReadingKeys | null, id: string): Promise<string | null> =>
  reading && rowName(reading, ...draftNameParts(id));

export async function sealForm({ owner, key, name, id }: DraftKeys, form: unknown, at: number): Promise<DraftRow> {
  const named: NamedForm = { name, form };
  return { id, part: FORM_PART, owner, at, ...(await sealRow(key, named, contextOf(id, FORM_PART, owner))) };
}

/** The row that names a draft of files alone. Without it nothing could find the draft under other keys (F54). */
export const sealName = (keys: DraftKeys, at: number): Promise<DraftRow> => sealForm(keys, null, at);

/** Undefined when the row does not open, or only names the draft. */
export async function openForm(keys: Pick<DraftKeys, 'opening'>, row: DraftRow): Promise<unknown> {
  return (await openNamed(keys, row)) ?? undefined;
}

/** Null for a row that only names its draft; undefined when it does not open. */
export async function openNamed({ opening }: Pick<DraftKeys, 'opening'>, row: DraftRow): Promise<unknown> {
  return namedFormFrom(await openRow(opening, row, contextOf(row.id, row.part, row.owner)))?.form;
}

/** A file's name and type are sealed in front of its bytes. */
export async function sealDraftFile(keys: DraftKeys, part: string, file: OutgoingFile, at: number): Promise<DraftRow> {
  const { owner, key, id } = keys;
  return { id, part, owner, at, ...(await sealFile(key, pack(file), contextOf(id, part, owner))) };
}

/** Null when the row does not open. */
export async function openDraftFile(
  { opening }: Pick<DraftKeys, 'opening'>,
  row: DraftRow,
): Promise<OutgoingFile | null> {
  const bytes = await openFile(opening, row, contextOf(row.id, row.part, row.owner));
  return bytes && unpack(bytes);
}

/** A draft's rows under another name, and the rows that they were made from. */
export interface Renamed {
  from: string;
  seen: DraftRow[];
  rows: DraftRow[];
}

/**
 * Null when there is no such draft. Rows that are lost or do not open stay where they are.
 *
 * @param names the draft's and its next one, with keys that may have left the device since
 */
export async function renameDraft(db: Database, [old, now]: readonly DraftKeys[]): Promise<Renamed | null> {
  const there = old && now ? await draftRowsOf(db, old.id) : [];
  if (!old || !now || there.length === 0) return null;
  const renamed: Renamed = { from: old.id, seen: there, rows: [] };
  for (const row of there) {
    const file = row.part === FORM_PART ? null : await openDraftFile(old, row);
    if (file) renamed.rows.push(await sealDraftFile(now, row.part, file, row.at));
    const form = row.part === FORM_PART ? await openNamed(old, row) : undefined;
    if (form !== undefined) renamed.rows.push(await sealForm(now, form, row.at));
  }
  if (!there.some(({ part }) => part === FORM_PART)) renamed.rows.push(await sealName(now, there[0]?.at ?? 0));
  return renamed;
}

/** Whether no tab has changed it since. */
export async function isAsRead(db: Database, { from, seen }: Renamed): Promise<boolean> {
  const now = await draftRowsOf(db, from);
  const isSame = (row: DraftRow) => seen.some((one) => one.part === row.part && isSameSeal(one, row));
  return now.length === seen.length && now.every(isSame);
}

/** Writes it inside the caller's transaction. */
export async function putRenamed(db: Database, { from, rows }: Renamed): Promise<void> {
  await db.drafts.bulkDelete(rows.map(({ part }): [string, string] => [from, part]));
  await db.drafts.bulkPut(rows);
}

const contextOf = (id: string, part: string, owner: string) => ({ ...draftContext(id, part), owner });

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
