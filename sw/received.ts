import type { Received } from '#outbox/received.ts';

/**
 * Stores shared files and redirects to the screen that asks what to do with them. Any page may post here, so each file's kind is
 * found from its bytes, and no file is attached to anything by itself.
 */
export async function received(request: Request, into: Pick<Received, 'take'>, origin: string): Promise<Response> {
  let kept = 0;
  const files = await filesIn(request);
  for (const file of files) if (await into.take(file)) kept += 1;
  const lost = files.length - kept;
  return Response.redirect(`${origin}/#/app/compartido${lost > 0 ? `?perdidos=${lost}` : ''}`, 303);
}

async function filesIn(request: Request): Promise<File[]> {
  try {
    const form = await request.formData();
    return form.getAll('archivos').filter((one): one is File => typeof one !== 'string');
  } catch {
    return [];
  }
}
