import type { Endpoint } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';

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

/** Reads the request the way the row says its input travels. What cannot be read is the sender's fault, never ours. */
export async function readInput(request: Request, row: Endpoint): Promise<Result<ReceivedInput>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  switch (row.carries) {
    case 'query':
      return withoutNul({ fields: single(new URL(request.url).searchParams), files: [] });
    case 'json':
      return type === 'application/json' ? readJson(request) : wrongKind;
    case 'form':
      return type === 'application/x-www-form-urlencoded' ? readForm(request) : wrongKind;
    case 'multipart':
      return type === 'multipart/form-data' ? readMultipart(request, row.files ?? []) : wrongKind;
  }
}

async function readJson(request: Request): Promise<Result<ReceivedInput>> {
  const text = await request.text();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return unreadable;
    return withoutNul({ fields: body as Record<string, unknown>, files: [] });
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable;
    throw error;
  }
}

async function readForm(request: Request): Promise<Result<ReceivedInput>> {
  return withoutNul({ fields: single(new URLSearchParams(await request.text())), files: [] });
}

async function readMultipart(request: Request, fileFields: readonly string[]): Promise<Result<ReceivedInput>> {
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
    } else fields[field] = value;
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
 * PostgreSQL stores no NUL character and no lone surrogate, and no customer types one. Only the first level is looked at: no
 * row of the contract has fields below it, and walking a hostile depth would end in a stack overflow.
 */
function withoutNul({ fields, files }: ReceivedInput): Result<ReceivedInput> {
  const texts = [...Object.keys(fields), ...Object.values(fields), ...files.map((file) => file.name)];
  if (texts.some((text) => typeof text === 'string' && text.includes('\0'))) return unreadable;
  const readable = Object.entries(fields).map(([name, value]) => [name, wellFormed(value)]);
  return ok({ fields: Object.fromEntries(readable), files });
}

const wellFormed = (value: unknown) =>
  typeof value === 'string' ? Buffer.from(value, 'utf8').toString('utf8') : value;
