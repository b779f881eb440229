import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Endpoint } from '#contract/endpoints.ts';
import { asTransmitted } from '#contract/fingerprint.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { SMALL_BYTES, type Visit } from './admission.ts';
import { readBody } from './body.ts';

/** A file as it arrived; nothing about it is believed yet. */
export interface ReceivedFile {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ReceivedInput {
  /** The fields as they travelled, before the contract's schema. */
  fields: Record<string, unknown>;
  files: ReceivedFile[];
}

const unreadable = fail('invalid', { status: 400, text: 'No pudimos leer la solicitud' });
const wrongKind = fail('unsupported-type', { text: 'El formato de la solicitud no está permitido' });

const gunzipped = promisify(gunzip);

const KILOBYTE = 1024;
/** The largest body of each kind; two identity photos or three refund files fit below the multipart one. */
const largest = { query: 0, json: SMALL_BYTES, form: SMALL_BYTES, multipart: 20 * KILOBYTE * KILOBYTE };
const kinds = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };
/** Twice as many as the largest form of the contract has. */
const MAX_FIELDS = 128;

/**
 * Reads the request the way the row says its input travels. What cannot be read is the sender's fault, never ours.
 *
 * @param visit the place of the call, which its body is counted for
 * @throws Overloaded when its owner has too much under way
 */
export async function readInput(request: Request, row: Endpoint, visit?: Visit): Promise<Result<ReceivedInput>> {
  if (row.carries === 'query') return readText('query', new URL(request.url).search);
  const type = request.headers.get('content-type') ?? '';
  if (type.split(';')[0]?.trim().toLowerCase() !== kinds[row.carries]) return wrongKind;
  const line = row.carries === 'multipart' ? boundaryOf(type) : '';
  if (line === null) return unreadable;
  const boundary = line === '' ? undefined : { line, most: MAX_FIELDS };
  const body = await readBody(request, { most: row.largest ?? largest[row.carries], boundary, visit });
  if (!body.ok) return body;
  const unpacked = row.packs && isPacked(request) ? await unpack(body.value) : body.value;
  if (unpacked === null) return unreadable;
  if (unpacked !== body.value) visit?.hold(unpacked.length);
  if (row.carries !== 'multipart') return readText(row.carries, unpacked.toString('utf8'));
  // Split where its parts were counted, whatever the sender's own words may mean to another parser.
  const counted = { 'Content-Type': `${kinds.multipart}; boundary="${line}"` };
  return readMultipart(new Response(body.value, { headers: counted }), row.files ?? []);
}

const isPacked = ({ headers }: Request): boolean => headers.get('content-encoding')?.trim().toLowerCase() === 'gzip';

/** Null for what is not gzip, or becomes larger than a plain body may be: a small body can unpack to gigabytes. */
const unpack = (body: Buffer): Promise<Buffer | null> =>
  gunzipped(body, { maxOutputLength: SMALL_BYTES }).catch(() => null);

/** The fields of a query or of a body without files. */
const readText = (carries: Exclude<Endpoint['carries'], 'multipart'>, text: string): Result<ReceivedInput> =>
  carries === 'json' ? readJson(text) : readFields(text);

/** The fields of a read that came with others, with the same care as if they had come alone. */
export const readAlone = (fields: Record<string, unknown>): Result<ReceivedInput> => withoutNul({ fields, files: [] });

/**
 * The type has this one parameter (RFC 7578, section 8), of 1 to 70 signs (RFC 2046, section 5.1.1). Of several, or one inside
 * another, two parsers might find two boundaries.
 */
const boundaryOf = (type: string): string | null => {
  const [, quoted, plain] =
    /^[^;]*;[ \t]*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))$/i.exec(type) ?? [];
  return quoted ?? plain ?? null;
};

function readJson(text: string): Result<ReceivedInput> {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return unreadable;
    if (Object.keys(body).length > MAX_FIELDS) return unreadable;
    return withoutNul({ fields: body as Record<string, unknown>, files: [] });
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable;
    throw error;
  }
}

function readFields(text: string): Result<ReceivedInput> {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return unreadable;
  return withoutNul({ fields: single(new URLSearchParams(text)), files: [] });
}

async function readMultipart(request: Response, fileFields: readonly string[]): Promise<Result<ReceivedInput>> {
  const form = await request.formData().catch((error: unknown) => {
    // Node's parser reports any malformed part as a TypeError.
    if (error instanceof TypeError) return null;
    throw error;
  });
  if (form === null) return unreadable;
  const fields: Record<string, unknown> = Object.create(null);
  const files: ReceivedFile[] = [];
  for (const [field, value] of form) {
    const isFile = typeof value !== 'string';
    if (isFile !== fileFields.includes(field) || field in fields || files.some((file) => file.field === field)) {
      return fail('invalid', { fields: { [field]: 'Por favor, introduce un valor válido' } });
    }
    if (isFile) {
      files.push({ field, name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) });
      // A line break came as two signs. A limit counts it as one, as the form did.
    } else fields[field] = asTransmitted(value);
  }
  return withoutNul({ fields, files });
}

/** One value a name; of a repeated one the first counts. */
function single(params: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of params) fields[name] ??= value;
  return fields;
}

/**
 * PostgreSQL stores no NUL character and no lone surrogate, and no customer types one. Only the first level is looked at, since
 * no row of the contract has texts below it but many reads, whose fields are looked at one by one. Walking a hostile depth would
 * end in a stack overflow.
 */
function withoutNul({ fields, files }: ReceivedInput): Result<ReceivedInput> {
  const texts = [...Object.keys(fields), ...Object.values(fields), ...files.map((file) => file.name)];
  if (texts.some((text) => typeof text === 'string' && text.includes('\0'))) return unreadable;
  const readable = Object.entries(fields).map(([name, value]) => [name, wellFormed(value)]);
  return ok({ fields: Object.fromEntries(readable), files });
}

const wellFormed = (value: unknown) =>
  typeof value === 'string' ? Buffer.from(value, 'utf8').toString('utf8') : value;
