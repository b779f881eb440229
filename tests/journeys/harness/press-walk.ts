import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { insurer } from './insurer.ts';
import { type LayerRow, layers } from './layers.ts';
import { type Landed, nameOf, pressOn, type Stop, stopsOf, watchPresses } from './presses.ts';
import { everyScreen, open } from './screens.ts';
import type { RunningServer } from './server.ts';
import { editors, INFORMATION } from './stop-walk.ts';
import { EMAIL, signInHome } from './trip.ts';

type Named = string | RegExp;

const ANY = /^/;

/** Where the focus is meant to be, for presses that neither keep it nor open a screen or a layer: screen, control, place. */
const meant: readonly (readonly [screen: Named, control: Named, place: RegExp])[] = [
  // It leads over what is before the screen.
  [ANY, 'BUTTON Saltar al contenido', /^H1 /],
  // A note that its press takes away, and which nothing has opened.
  ['home', /^BUTTON Todo en tu (teléfono|equipo)/, /^H1 /],
  // The first three cards leave with their answer.
  ['home', /^BUTTON (Saltar|Entendido)$/, /^H1 /],
  // On a desk a policy of the list comes to the front, with all that is about it.
  ['home', /^BUTTON (Vida|Salud)/, /^DIV Póliza \d de \d: /],
  // On a phone the search is behind its sign.
  ['payments', 'BUTTON Buscar', /^INPUT Referencia, importe o mes$/],
  // The list goes to that month, whose rows come next.
  ['payments', /^BUTTON [a-z]+ de \d{4}: /, /^H2 \d{4}$/],
  // The question takes the place of the link, its harmless answer first.
  ['newRefund', 'BUTTON Empezar de nuevo', /^BUTTON Seguir con esta$/],
  // A file that was fetched is opened by a link, since only a press may open it.
  [/^refund/, /^BUTTON (Ver|Abrir|Preparar|Descargar)/, /^A Abrir: /],
  // What the layer was about is gone, and the control that opened it with it.
  [/^(discarding|sending) /, /^BUTTON (Descartar|Enviar como estaba)$/, /^H1 /],
  // The same, and the section of what is left stays.
  ['removing a passkey', 'BUTTON Quitar', /^H2 Dónde lo activaste$/],
  // The empty place of a photo takes the focus of the photo.
  ['a photo of the document', /^BUTTON Quitar: /, /^BUTTON Añadir: /],
  // The field of the document takes the place of the button.
  [/^refund/, /^BUTTON Añadir un documento/, /^INPUT Elegir PDF o foto: /],
];

/** What is not pressed, and why. */
const unpressed: readonly (readonly [screen: Named, control: Named, reason: string])[] = [
  ['settings', /^INPUT Avisos en este/, 'it would ask the push service of the browser, which is not there'],
  ['leaving', /^BUTTON Cerrar sesión/, 'it ends the session of the walk'],
  [/^ending /, /^BUTTON Cerrar (mis|y borrar)/, 'it ends the other session, without which the layer is not offered'],
  ['healthCard', /^A .*Llamar$/, 'the question of the browser whether to call takes all further keys'],
];

/** The draft of a refund goes on where the press before has left it, and a document is here by then: not every stop is there again. */
const goesOn = ['newRefund', 'a document'];

const fits = (named: Named, text: string) => (typeof named === 'string' ? named === text : named.test(text));

function isMeant(screen: string, stop: Stop, { on, as }: Landed): boolean {
  if (as !== 'other') return true;
  return meant.some(([where, control, place]) => fits(where, screen) && fits(control, stop.name) && place.test(on));
}

/** Opens the screen as if for the first time, whatever the press before has left open. */
async function anew(page: Page, name: string, hash: string): Promise<void> {
  await closeLayers(page);
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
}

/** Signs in, with another session of the same customer. */
async function begin({ page, context, server, size }: Walk): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await watchPresses(page);
  // A picker or a page beside is the browser's; here the press ends with it.
  page.on('filechooser', () => undefined);
  context.on('page', (other) => other !== page && void other.close());
  await signInHome(page);
  await insurer(server.url, EMAIL);
}

const tell = (what: string) => {
  if (process.env.AMPARO_PRESSES) console.log(what);
};

/** Presses each stop of Tab of these screens. @returns how many, and those after which the focus is nowhere that was meant */
export async function walkPresses(walk: Walk, screens: readonly ScreenName[]) {
  const { page, size } = walk;
  await begin(walk);
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
      if (!landed && goesOn.includes(name)) continue;
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

/** The layers that a signed-in customer can open, those with the editors, each with what opens it. */
const layersInside: Pick<LayerRow, 'name' | 'at' | 'through' | 'opener'>[] = [
  ...layers.filter(({ state, opener }) => state === 'signed in' && opener !== null),
  ...editors.map((editor) => ({
    name: `the editor of ${editor}`,
    at: INFORMATION,
    opener: (page: Page) => page.getByRole('button', { name: new RegExp(`^(Editar|Añadir) ${editor}`) }),
  })),
];

/** Opens the layer by Enter, on a screen opened anew. @returns what has opened it; null where that is not offered */
async function openAnew(page: Page, { at, through, opener }: (typeof layersInside)[number]): Promise<string | null> {
  await anew(page, '', at ?? '');
  const from = (through ?? opener)?.(page);
  if (!from || !opener || (await from.count()) === 0) return null;
  const name = await nameOf(from);
  await from.press('Enter');
  if (through) await opener(page).press('Enter');
  await expect(page.getByRole('dialog').last().locator(':focus')).toHaveCount(1);
  await page.waitForTimeout(300);
  return name;
}

/** The same within each layer and editor: a press there keeps the focus, opens another layer, or gives it back to the opener. */
export async function walkLayerPresses(walk: Walk) {
  const { page } = walk;
  await begin(walk);
  const strayed: string[] = [];
  let presses = 0;
  for (const row of layersInside) {
    if ((await openAnew(page, row)) === null) continue;
    for (const stop of await stopsOf(page, true)) {
      if (unpressed.some(([where, control]) => fits(where, row.name) && fits(control, stop.name))) continue;
      const opener = await openAnew(page, row);
      const landed = await pressOn(page, stop);
      if (!landed && goesOn.includes(row.name)) continue;
      presses += 1;
      tell(`${row.name} | ${stop.name} | ${landed?.as} | ${landed?.on}`);
      if (!landed) strayed.push(`${row.name}: ${stop.name} (${stop.nth}): not there any more`);
      else if (landed.on !== opener && !isMeant(row.name, stop, landed))
        strayed.push(`${row.name}: ${stop.name} leads to ${landed.on}`);
    }
  }
  return { strayed, presses };
}

const isFocused = async (control: Locator): Promise<boolean> =>
  (await control.first().isVisible()) && (await control.first().evaluate((one) => one === document.activeElement));

async function closeLayers(page: Page): Promise<void> {
  for (let layers = 0; layers < 3 && (await page.getByRole('dialog').count()) > 0; layers += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(250);
  }
}

/** What can be pressed again and again comes first: what is written in, and what closes the layer. */
const isHarmless = ({ name }: Stop): boolean =>
  /^(INPUT|TEXTAREA|BUTTON (Cerrar|Cancelar|Ahora no|Volver|Seguir|Conservar))/.test(name);

/**
 * The same for a layer of any state, which `openLayer` opens. Where a press has used up what the layer is about, the rest is left.
 */
export async function walkOneLayer(page: Page, row: LayerRow, openLayer: () => Promise<void>) {
  const strayed: string[] = [];
  const before = [row.opener, row.back, row.through].flatMap((one) => (one ? [one(page)] : []));
  await closeLayers(page);
  await openLayer();
  await page.waitForTimeout(300);
  const stops = await stopsOf(page, true);
  let presses = 0;
  for (const stop of stops.sort((a, b) => Number(isHarmless(b)) - Number(isHarmless(a)))) {
    await closeLayers(page);
    const isOffered = row.at !== null || (await before[0]?.first().isVisible());
    if (
      !isOffered ||
      !(await openLayer().then(
        () => true,
        () => false,
      ))
    )
      break;
    await page.waitForTimeout(300);
    const landed = await pressOn(page, stop);
    tell(`${row.name} | ${stop.name} | ${landed?.as} | ${landed?.on}`);
    if (!landed) continue;
    presses += 1;
    const isBack = (await Promise.all(before.map(isFocused))).includes(true);
    if (!isBack && !isMeant(row.name, stop, landed)) strayed.push(`${row.name}: ${stop.name} leads to ${landed.on}`);
  }
  await closeLayers(page);
  return { strayed, presses };
}
