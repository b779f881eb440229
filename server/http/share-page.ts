import { Hono } from 'hono';
import { plainPage } from './page.ts';

/**
 * POST `/compartir`, the manifest's share target, where no worker took it: the app was never opened since it was installed, or
 * its storage was cleared. The server keeps no file of somebody whom it does not know, so it says what to do.
 */
export const sharePage = (): Hono =>
  new Hono().post('/compartir', () =>
    plainPage(
      'Abre Amparo y comparte otra vez',
      '<p>Amparo todavía no estaba lista aquí, así que no guardamos tus archivos. Ábrela una vez y vuelve a compartirlos.</p><a class="button" href="/">Abrir Amparo</a>',
      409,
    ),
  );
