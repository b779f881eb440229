import { inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { noteReads } from '../audit/trail.ts';
import type { Transaction } from '../database/open.ts';
import { files } from '../database/schema.ts';
import { ownerOf } from '../files/owner-of.ts';
import { download, readFile } from '../files/routes.ts';
import type { KeptFile } from '../files/uploads.ts';
import type { World } from '../handler.ts';
import { insurerDownloadLimits, openDoor } from '../http/admission.ts';
import { problemAnswer } from '../http/problems.ts';
import { whenSent } from '../http/when-sent.ts';
import type { FileToFetch } from '../insurer/events.ts';
import { type SigningKey, verifyByAll } from '../insurer/signature.ts';

const PATH = '/aseguradora/archivos';

/** Files as an event names them: not their bytes, but where they are fetched, so that an event is small and never out of date. */
export async function toFetch(
  tx: Transaction,
  { publicOrigin }: Pick<World, 'publicOrigin'>,
  kept: readonly KeptFile[],
): Promise<FileToFetch[]> {
  if (kept.length === 0) return [];
  const { id, type, size, sha256 } = files;
  const rows = await tx
    .select({ id, type, size, sha256 })
    .from(files)
    .where(
      inArray(
        id,
        kept.map((one) => one.id),
      ),
    );
  return kept.flatMap(({ id, field, name }) => {
    const row = rows.find((one) => one.id === id);
    return row
      ? {
          id,
          campo: field,
          nombre: name,
          tipo: row.type as FileToFetch['tipo'],
          bytes: row.size,
          sha256: row.sha256,
          direccion: `${publicOrigin}${PATH}/${id}`,
        }
      : [];
  });
}

/**
 * `/aseguradora/archivos/{id}`: a file for the insurer's systems, which sign the request with a key of ours over the address's
 * path. Nothing is used up: an answer that was lost is asked for again. Its bytes are counted until they have them, as customers' are.
 */
export function insurerFileRoutes(world: World, keys: readonly SigningKey[]): Hono {
  const enter = openDoor(insurerDownloadLimits);
  return new Hono().get(`${PATH}/:id`, async (c) => {
    const proved = await verifyByAll(c.req.raw.headers, c.req.path, keys, () => world.commonClock(world.db));
    if (!proved.ok) return problemAnswer({ code: 'unauthorised', text: `signature: ${proved.why}` });
    const id = c.req.param('id');
    const visit = enter(c.get('caller').networks);
    try {
      const file = await readFile(world, { kind: 'file', id, name: id }, visit);
      if (!file.ok) return problemAnswer(file.problem);
      if (!file.value) return problemAnswer({ code: 'not-found' });
      if (world.room.any()) world.later.start(() => noteFetched(world, id, c.get('requestId')));
      return download(file.value);
    } finally {
      whenSent(c, visit.leave);
    }
  });
}

async function noteFetched(world: World, about: string, request: string): Promise<void> {
  const customerId = await ownerOf(world.db, about);
  noteReads(world, [{ actor: 'insurer', event: 'file-fetched', customerId, request, about }]);
}
