import { type BrowserContext, expect, type Page } from '@playwright/test';
import { insurer } from './insurer.ts';
import { type Landed, pressOn, type Stop, stopsOf, watchPresses } from './presses.ts';
import { everyScreen, open } from './screens.ts';
import type { RunningServer } from './server.ts';
import { EMAIL, signInHome } from './trip.ts';

type Named = string | RegExp;

const ANY = /^/;

/** Where the focus is meant to be, for presses that neither keep it nor open a screen or a layer: screen, control, place. */
const meant: readonly (readonly [screen: Named, control: Named, place: RegExp])[] = [
  // It leads over what is before the screen.
  [ANY, 'BUTTON Saltar al contenido', /^H1 /],
  // A note that its press takes away, and which nothing has opened.
  ['home', /^BUTTON Todo en tu (teléfono|equipo)/, /^H1 /],
  // On a desk a policy of the list comes to the front, with all that is about it.
  ['home', /^BUTTON (Vida|Salud)/, /^DIV Póliza \d de \d: /],
  // The list goes to that year, whose rows come next.
  ['payments', /^BUTTON \d{4}$/, /^H2 \d{4}$/],
  ['payments', /^BUTTON [a-z]+ de \d{4}: /, /^H2 \d{4}$/],
  // The question takes the place of the link, its harmless answer first.
  ['newRefund', 'BUTTON Empezar de nuevo', /^BUTTON Seguir con esta$/],
  // A file that was fetched is opened by a link, since only a press may open it.
  [/^refund/, /^BUTTON (Ver|Abrir|Preparar|Descargar)/, /^A Abrir: /],
  // The field of the document takes the place of the button.
  [/^refund/, /^BUTTON Añadir un documento/, /^INPUT Elegir PDF o foto: /],
];

/** What is not pressed, and why. */
const unpressed: readonly (readonly [screen: Named, control: Named, reason: string])[] = [
  ['settings', /^INPUT Avisos en este/, 'it would ask the push service of the browser, which is not there'],
  ['healthCard', /^A .*Llamar$/, 'the question of the browser whether to call takes all further keys'],
];

/** The draft of a refund goes on where the press before has left it, so that not every stop is there again. */
const GOES_ON = 'newRefund';

const fits = (named: Named, text: string) => (typeof named === 'string' ? named === text : named.test(text));

function isMeant(screen: string, stop: Stop, { on, as }: Landed): boolean {
  if (as !== 'other') return true;
  return meant.some(([where, control, place]) => fits(where, screen) && fits(control, stop.name) && place.test(on));
}

/** Opens the screen as if for the first time, whatever the press before has left open. */
async function anew(page: Page, name: string, hash: string): Promise<void> {
  for (let layers = 0; layers < 3 && (await page.getByRole('dialog').count()) > 0; layers += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
  }
  await page.evaluate(
    (to) => {
      location.hash = to;
    },
    name === 'news' ? '#/app' : '#/app/novedades',
  );
  await page.waitForTimeout(150);
  // The policy in front stays there until the address names another.
  if (name !== 'refundDetail') return open(page, name === 'home' ? `${hash}?poliza=0` : hash);
  await open(page, '#/app/reembolsos/520021');
  await page.getByRole('listitem').getByRole('button').first().press('Enter');
  await expect(page.getByRole('heading', { name: 'Detalle del reembolso' })).toBeVisible();
}

type ScreenName = (typeof everyScreen)[number][0];

interface Walk {
  page: Page;
  context: BrowserContext;
  server: RunningServer;
  size: { width: number; height: number };
  screens: readonly ScreenName[];
}

/** Presses each stop of Tab of these screens. @returns how many, and those after which the focus is nowhere that was meant */
export async function walkPresses({ page, context, server, size, screens }: Walk) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await watchPresses(page);
  // A picker or a page beside is the browser's; here the press ends with it.
  page.on('filechooser', () => undefined);
  context.on('page', (other) => other !== page && void other.close());
  await signInHome(page);
  await insurer(server.url, EMAIL);
  const strayed: string[] = [];
  let presses = 0;
  for (const [name, hash] of everyScreen.filter(([one]) => screens.includes(one))) {
    // On a desk it is a pane beside the history of refunds, whose stops are pressed there.
    if (name === 'refundDetail' && size.width > 1000) continue;
    await anew(page, name, hash);
    for (const stop of await stopsOf(page, name === 'home')) {
      if (unpressed.some(([where, control]) => fits(where, name) && fits(control, stop.name))) continue;
      await anew(page, name, hash);
      const landed = await pressOn(page, stop);
      if (!landed && name === GOES_ON) continue;
      if (!landed) {
        strayed.push(`${name}: ${stop.name} (${stop.nth}): not there any more`);
        continue;
      }
      presses += 1;
      if (process.env.AMPARO_PRESSES) console.log(`${size.width} ${name} | ${stop.name} | ${landed.as} | ${landed.on}`);
      if (!isMeant(name, stop, landed)) strayed.push(`${name}: ${stop.name} leads to ${landed.on}`);
    }
  }
  return { strayed, presses };
}
