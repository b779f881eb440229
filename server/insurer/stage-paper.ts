import { eq } from 'drizzle-orm';
import { fail, ok, type Result } from '#contract/result.ts';
import { insurerReports } from '../database/schema.ts';
import { checkFiles, type StagedFile } from '../files/uploads.ts';
import type { World } from '../handler.ts';
import type { ReportOf } from './reports.ts';

/**
 * Puts the bytes of the insurer's paper where they stay, judged as those of a customer are. A report that came before brings none:
 * it has no effect any more.
 *
 * @throws StoreUnavailable
 */
export async function stagePaper(
  { db, storage }: Pick<World, 'db' | 'storage'>,
  { data: { documento } }: ReportOf<'reembolso.adjunto'>,
  id: string,
): Promise<Result<StagedFile[]>> {
  const [known] = await db.select().from(insurerReports).where(eq(insurerReports.id, id));
  if (known) return ok([]);
  const bytes = new Uint8Array(Buffer.from(documento.contenido, 'base64'));
  const received = [{ field: 'documento', name: documento.nombre, type: '', bytes }];
  const judged = checkFiles(received, false);
  if (judged.ok) return ok(await storage.stage(received));
  const at = 'data.documento.contenido';
  return fail('invalid', {
    text: `not as the contract says: ${at} (${judged.problem.code})`,
    fields: { [at]: 'invalid' },
  });
}
