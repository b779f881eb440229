import type { Received } from '#outbox/received.ts';

/**
 * Stores shared files and redirects to the screen that asks what to do with them. Any page may post here, so each file's kind is
 * found from its bytes, and no file is attached to anything by itself.
 */
export async function received(request: Request, into: Pick<Received, 'take'>, origin: string): Promise<Response> {
  let kept = 0;
  const files = await filesIn(request);
  for (const file of files ?? []) if (await into.take(file)) kept += 1;
  // An unreadable body does not tell how many files it held.
  const lost = files ? files.length - kept : 1;
  return Response.redirect(`${origin}/#/app/compartido${lost > 0 ? `?perdidos=${lost}` : ''}`, 303);
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
