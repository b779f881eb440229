import { type Loss, lostSearch } from '#outbox/losses.ts';
import type { Received } from '#outbox/received.ts';

/**
 * Stores shared files and redirects to the screen that asks what to do with them. Any page may post here, so each file's kind is
 * found from its bytes, and no file is attached to anything by itself.
 */
export async function received(request: Request, into: Pick<Received, 'take'>, origin: string): Promise<Response> {
  const files = await filesIn(request);
  // An unreadable body does not tell how many files it held.
  const lost: Loss[] = files ? [] : ['fallo'];
  for (const file of files ?? []) {
    const kept = await into.take(file);
    if (kept !== true) lost.push(kept);
  }
  return Response.redirect(`${origin}/#/app/compartido${lostSearch(lost)}`, 303);
}

/** Null when the body cannot be read. A share has a form with parts; whatever else is posted here holds no file. */
async function filesIn(request: Request): Promise<File[] | null> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return [];
  try {
    const form = await request.formData();
    return form.getAll('archivos').filter((one): one is File => typeof one !== 'string');
  } catch {
    return null;
  }
}
