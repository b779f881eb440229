import { and, eq, gt } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { note } from '../audit/trail.ts';
import { customers, recoveries } from '../database/schema.ts';
import type { World } from '../handler.ts';
import { asPages, tellProblem } from '../http/as-page.ts';
import { readBody } from '../http/body.ts';
import { escaped } from '../http/page.ts';
import { shelterPage } from '../http/shelter-page.ts';
import { afterCommit } from '../later.ts';
import { maintenanceIn } from '../maintenance/current.ts';
import { hashOf } from '../secrets.ts';
import { newPasswordProblem } from './common-passwords.ts';
import { knowNetwork } from './known-device.ts';
import { giveTriesBack, setPassword } from './new-password.ts';
import { ownersOf, sealPassword } from './passwords.ts';
import { lockAccount } from './still-signed-in.ts';
import { isUsableAccount } from './usable.ts';

const title = 'Restablece tu contraseña';
const expired = () =>
  shelterPage(
    'El enlace ya no es válido',
    '<p>Venció o ya se usó. Pide otro desde «¿Olvidaste tu contraseña?».</p><a class="button" href="/">Ir al inicio</a>',
    410,
  );

/**
 * `/restablecer/{token}`: the page a recovery mail leads to. Setting the password ends every sign-in and every passkey (D84). The
 * network it is set from is then known, so that nobody who guesses keeps the owner out (S33).
 */
export function recoveryRoutes(world: World): Hono {
  return new Hono()
    .use('/restablecer/*', asPages(told))
    .get('/restablecer/:token', async (c) => {
      if (!(await customerOf(world, c))) return expired();
      return (await heldBack(world)) ?? form();
    })
    .post('/restablecer/:token', async (c) => {
      const customerId = await customerOf(world, c);
      if (!customerId) return expired();
      if (!world.room.any()) return tellProblem(c, { code: 'unavailable', status: 507, retryAfter: 60 });
      const body = await readBody(c.req.raw, { most: 16 * 1024 });
      if (!body.ok) return tellProblem(c, body.problem);
      const held = await heldBack(world);
      if (held) return held;
      const { password, wrong } = typedIn(body.value.toString('utf8'));
      if (wrong) return form(wrong);
      return (await recover(world, c, customerId, password)) ? done() : expired();
    });
}

/** What was typed, and what is wrong with it. */
function typedIn(body: string): { password: string; wrong: string | null } {
  const fields = new URLSearchParams(body);
  const [password, repeated] = [fields.get('nueva') ?? '', fields.get('repetida') ?? ''];
  const differs = password === repeated ? null : 'Las contraseñas no coinciden';
  return { password, wrong: newPasswordProblem(password) ?? differs };
}

/** Told before anybody thinks of a new password; the link stays good for its time. */
async function heldBack({ db }: World): Promise<Response | null> {
  const on = await maintenanceIn(db);
  return on && shelterPage('Estamos en mantenimiento', `<p>${escaped(on.text)}</p>`, 503);
}

async function customerOf(world: World, c: Context): Promise<string | null> {
  const { db, commonClock } = world;
  const clock = await commonClock(db);
  const [row] = await db
    .select({ customerId: customers.id })
    .from(recoveries)
    .innerJoin(customers, eq(customers.id, recoveries.customerId))
    .where(and(open(c, clock()), isUsableAccount(world)));
  return row?.customerId ?? null;
}

async function recover(world: World, c: Context, customerId: string, password: string) {
  const { db, commonClock, news, passwordCost, attempts, later } = world;
  const { networks } = c.get('caller');
  const sealed = await sealPassword(password, passwordCost, ownersOf(networks));
  const customer = await db.transaction(async (tx) => {
    const found = await lockAccount(tx, world, customerId);
    const common = await commonClock(tx);
    const used = await tx.delete(recoveries).where(open(c, common())).returning();
    if (!found || used.length === 0) return null;
    await setPassword(tx, world, found, sealed, 'recovered', null);
    await knowNetwork(tx, world, customerId, networks);
    await note(tx, common, { actor: 'customer', event: 'password-reset', customerId, request: c.get('requestId') });
    return found;
  });
  if (!customer) return false;
  // The link is used up, so a failure from here on must not be the answer.
  await afterCommit(later, async () => {
    await giveTriesBack(world, customer, true);
    // Whoever set it reads the mail of the address, so codes for it go out again, however many strangers asked for (S33).
    await attempts.giveBack('codePerTarget', customer.email);
  });
  news.sendSoon();
  return true;
}

const open = (c: Context, now: Date) =>
  and(eq(recoveries.hash, hashOf(c.req.param('token') ?? '')), gt(recoveries.expires, now));

/** What went wrong: over the form where a password was typed, so that it can be typed again. */
function told(c: Context, text: string, status: number): Response {
  if (c.req.method === 'POST') return form(text, status);
  return shelterPage('No pudimos abrir esta página', `<p>${escaped(text)}</p>`, status);
}

function form(problem?: string, status = problem ? 422 : 200): Response {
  const alert = problem ? `<p id="problema" role="alert">${escaped(problem)}</p>` : '';
  // Readers say an alert that was there from the beginning only with the field that has the focus.
  const refused = problem ? ' aria-invalid="true" aria-describedby="problema" autofocus' : '';
  const content = `<p>Elige una contraseña nueva de al menos 8 caracteres, con una mayúscula, una minúscula y un número. Al guardarla se cierran todas tus sesiones y se quitan las formas de entrar con huella, rostro o PIN.</p>${alert}
<form method="post">
<label>Nueva contraseña<input type="password" name="nueva" autocomplete="new-password" required minlength="8"${refused}></label>
<label>Repite la contraseña<input type="password" name="repetida" autocomplete="new-password" required></label>
<button>Guardar contraseña</button>
</form>`;
  return shelterPage(title, content, status);
}

const done = () =>
  shelterPage(
    'Contraseña cambiada correctamente',
    '<p>Ya puedes iniciar sesión con tu contraseña nueva. Por seguridad cerramos todas tus sesiones y quitamos las formas de entrar con huella, rostro o PIN: actívalas de nuevo en cada dispositivo.</p><a class="button" href="/">Ir al inicio</a>',
  );
