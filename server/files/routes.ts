import { type Context, Hono } from 'hono';
import { ok, type Result } from '#contract/result.ts';
import { noteReads } from '../audit/trail.ts';
import type { StoredFile } from '../core/port.ts';
import { LARGEST_DOCUMENT_BYTES } from '../core/read-answer.ts';
import type { World } from '../handler.ts';
import { downloadLimits, openDoor, ownersOf, type Visit } from '../http/admission.ts';
import { problemAnswer } from '../http/problems.ts';
import { whenSent } from '../http/when-sent.ts';
import type { FileAddress, FileReference } from './addresses.ts';
import { unreadable } from './files.ts';
import { LARGEST_FILE_BYTES } from './uploads.ts';

/** What a file holds of memory before its size is known: the most that one may have. */
const largest: Record<FileReference['kind'], number> = { file: LARGEST_FILE_BYTES, policy: LARGEST_DOCUMENT_BYTES };

const gone = () =>
  problemAnswer({ code: 'not-found', text: 'El enlace ya se usó o venció. Vuelve a la app y ábrelo de nuevo' });

/**
 * `/archivos/{token}`: opens a signed address once and sends the file as a download, never as a page (S4). Its bytes are counted
 * until the reader has them. Who has no place for more is told so before the address is used up.
 */
export function fileRoutes(world: World): Hono {
  const enter = openDoor(downloadLimits);
  return new Hono().get('/archivos/:token', async (c) => {
    // A HEAD, as some browsers and scanners send before opening, must not use the address up.
    if (c.req.method === 'HEAD') return c.body(null, 204);
    // Opening uses the address up, which is a write.
    if (!world.room.any()) return problemAnswer({ code: 'unavailable', status: 507, retryAfter: 60 });
    const address = await world.addresses.read(c.req.param('token'));
    if (!address) return gone();
    const { networks } = c.get('caller');
    const visit = enter(address.customerId === null ? networks : ownersOf(address.customerId, networks));
    try {
      return await open(c, address, visit);
    } finally {
      whenSent(c, visit.leave);
    }
  });

  async function open(c: Context, { reference, customerId, use }: FileAddress, visit: Visit): Promise<Response> {
    const file = await readFile(world, reference, visit, use);
    if (!file.ok) return problemAnswer(file.problem);
    if (!file.value) return gone();
    const about = reference.kind === 'policy' ? `${reference.policyId}/${reference.id}` : reference.id;
    const request = c.get('requestId');
    noteReads(world, [{ actor: 'customer', event: 'file-opened', customerId, request, about }]);
    return download(file.value);
  }
}

/**
 * What an address stands for, held in its reader's place; null when it is gone. 'core-away' while the insurer cannot hand it out.
 *
 * @param use uses the address up, once there is a place
 * @throws Overloaded
 */
export async function readFile(
  { core, storage }: Pick<World, 'core' | 'storage'>,
  reference: FileReference,
  visit: Visit,
  use = async () => true,
): Promise<Result<StoredFile | null>> {
  visit.hold(largest[reference.kind]);
  if (!(await use())) return ok(null);
  const file = await (reference.kind === 'policy'
    ? core.readDocument(reference.policyId, reference.id)
    : stored(reference));
  if (file.ok && file.value) visit.hold(file.value.bytes.length - largest[reference.kind]);
  return file;

  async function stored({ id, name }: { id: string; name: string }): Promise<Result<StoredFile | null>> {
    const one = await storage.read(id);
    if (one === 'held' || one === 'quarantined') return { ok: false, problem: unreadable[one] };
    return ok(one && { ...one, name });
  }
}

/** Sent to be kept, never to be shown as a page. */
export function download({ name, type, bytes }: StoredFile): Response {
  // Without a copy: it would be held until the slowest reader has taken it. No bytes of ours are shared memory.
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': disposition(name),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  });
}

/** RFC 6266: an ASCII name for old readers, the real one in `filename*` (RFC 8187). Half a sign could not be written there. */
function disposition(name: string): string {
  const plain = name.normalize('NFD').replace(/[^\x20-\x7e]|["\\%]/g, '');
  const full = encodeURIComponent(name.replace(/\p{Cs}/gu, '')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain || 'documento'}"; filename*=UTF-8''${full}`;
}
