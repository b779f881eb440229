import { expect, type Page } from '@playwright/test';
import { MINUTE_MS } from '#contract/age.ts';
import { awayFor, type QueuedOnDevice, queuedOnDevice, withoutBackgroundSync } from './device.ts';
import { type Killable, launchKillable } from './killable.ts';
import { enter } from './test.ts';
import { fillTicket, openTicketForm } from './ticket.ts';
import { EMAIL, openNewRefund } from './trip.ts';

const HELP = '/#/app/configuraciones/ayuda';
const PENDING = '/#/app/configuraciones/pendientes';

/** The step at which the browser is killed. `late` is how many milliseconds after it, at most. */
export interface Death {
  moment: 'opening' | 'typing' | 'handing';
  late: number;
}

/**
 * An offline customer who sends, corrects and is interrupted.
 * It remembers what was shown as saved and checks that the device still has it.
 */
export interface Customer {
  ask(text: string, death?: Death): Promise<void>;
  /**
   * Presses 'Editar' on the item with this index, on the help or the pending screen. 'half' leaves with Back before
   * sending.
   */
  edit(index: number, text: string, from: 'help' | 'pending', end?: Death | 'half'): Promise<void>;
  beginRefund(): Promise<void>;
  lock(): Promise<void>;
  signOut(): Promise<void>;
  kill(): Promise<void>;
  /** Checks that the queue holds exactly the texts shown as saved. @throws when not */
  look(): Promise<void>;
  /** The texts shown as saved, one for each ticket. */
  saved(): readonly string[];
  browser(): Killable;
}

/** A customer in a browser with this profile, who signed in before. */
export async function createCustomer(profile: string, url: string): Promise<Customer> {
  let browser = await opened(profile, url);
  let saved: string[] = [];
  let halfRefund = false;
  /** Texts typed into the form of an item but never sent. Its form may open with one of them. */
  const halves = new Map<string, string[]>();

  async function tickets(): Promise<QueuedOnDevice[]> {
    return (await queuedOnDevice(browser.page)).sort((a, b) => a.seq - b.seq);
  }
  const textOf = ({ fields }: QueuedOnDevice) => fields.descripcion ?? '';

  async function kill() {
    await browser.kill();
    browser = await opened(profile, url);
  }

  /** @returns whether the screen showed it as saved */
  async function handIn(death: Death | undefined): Promise<boolean> {
    const { page } = browser;
    const send = page.getByRole('button', { name: 'Enviar mi solicitud' });
    const shown = page.getByRole('heading', { level: 1, name: /^Consulta (guardada|recibida)$/ });
    if (death?.moment === 'typing') {
      await page.waitForTimeout(death.late * 4);
      await kill();
      return false;
    }
    await expect(send).toBeEnabled();
    if (!death) {
      await send.click();
      await shown.waitFor();
      return true;
    }
    const pressed = send.click().catch(() => undefined);
    const told = await shown.waitFor({ timeout: Math.max(1, death.late) }).then(
      () => true,
      () => false,
    );
    await kill();
    await pressed;
    return told;
  }

  /** After a kill the step is either undone or done, and no other state is possible. */
  async function settleFor(before: readonly string[], after: readonly string[], told: boolean) {
    const there = (await tickets()).map(textOf);
    saved = told || same(there, after) ? [...after] : [...before];
  }

  return {
    async ask(text, death) {
      const before = saved;
      await browser.page.goto(HELP);
      await expect(browser.page.getByRole('heading', { level: 1, name: 'Historial de ayuda' })).toBeVisible();
      await openTicketForm(browser.page);
      if (death?.moment === 'opening') {
        await browser.page.waitForTimeout(death.late);
        return kill();
      }
      await fillTicket(browser.page, text);
      const told = await handIn(death);
      await settleFor(before, [...before, text], told);
    },
    async edit(index, text, from, end) {
      const { page } = browser;
      const before = saved;
      const item = (await tickets())[index];
      if (!item) throw new Error(`nothing is queued at ${index}`);
      await page.goto(from === 'help' ? HELP : PENDING);
      const buttons = page.getByRole('button', { name: 'Editar' });
      await expect(buttons).toHaveCount(saved.length);
      const death = typeof end === 'object' ? end : undefined;
      if (death?.moment === 'opening') {
        const pressed = buttons
          .nth(index)
          .click()
          .catch(() => undefined);
        await page.waitForTimeout(death.late);
        await kill();
        return void (await pressed);
      }
      await buttons.nth(index).click();
      const field = page.getByLabel('Cuéntanos un poco más');
      await expect(field).toBeVisible();
      const may = [textOf(item), ...(halves.get(item.key) ?? [])];
      const opensWith = await field.inputValue();
      if (!may.includes(opensWith)) throw new Error(`'Editar' of '${textOf(item)}' opens with '${opensWith}'`);
      await field.fill(text);
      halves.set(item.key, [...(halves.get(item.key) ?? []), text]);
      if (end === 'half') return void (await page.goBack());
      const told = await handIn(death);
      await settleFor(before, replaced(before, textOf(item), text), told);
    },
    async beginRefund() {
      const { page } = browser;
      await page.goto('/#/app');
      await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
      if (halfRefund) return;
      halfRefund = true;
      await openNewRefund(page);
      await page.getByLabel('Diagnóstico').fill('Empezado y dejado');
    },
    async lock() {
      await awayFor(browser.page, 11 * MINUTE_MS);
      await browser.page.reload();
      await enterIfAsked(browser.page);
    },
    async signOut() {
      const { page } = browser;
      await page.goto('/#/app/configuraciones');
      await page.getByRole('button', { name: 'Cerrar sesión' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).press('Enter');
      await expect(page.getByText(/^Sesión cerrada/).first()).toBeVisible();
      await expect(inside(page)).toHaveCount(0);
      await enterIfAsked(page);
    },
    kill,
    async look() {
      const there = (await tickets()).map(textOf);
      if (!same(there, saved)) throw new Error(`saved: ${list(saved)}; on the device: ${list(there)}`);
    },
    saved: () => saved,
    browser: () => browser,
  };
}

async function opened(profile: string, url: string): Promise<Killable> {
  const browser = await launchKillable(profile, url);
  // The browser would wake the worker, whose connection setOffline does not cut. Its attempts would be unclear (F29).
  await browser.context.addInitScript(withoutBackgroundSync);
  await browser.context.setOffline(true);
  await browser.page.goto('/#/app');
  await enterIfAsked(browser.page);
  return browser;
}

/** What stands around every signed-in screen. */
const inside = (page: Page) => page.locator('[data-shell]');

/** Signs in when the device asks for it, and waits for the signed-in area. */
async function enterIfAsked(page: Page): Promise<void> {
  const password = page.getByLabel('Contraseña', { exact: true });
  const open = page.getByRole('button', { name: 'Ingresa', exact: true });
  const stands = async () => [await inside(page).count(), await open.or(password).filter({ visible: true }).count()];
  await expect.poll(async () => Math.max(...(await stands()))).toBeGreaterThan(0);
  if ((await inside(page).count()) > 0) return;
  await enter(page, EMAIL);
  await expect(inside(page)).toHaveCount(1);
}

const same = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join('\n') === [...other].sort().join('\n');

const list = (texts: readonly string[]) => [...texts].sort().join(' | ') || 'nothing';

/** Replaces one of equal texts. The others stay. */
function replaced(texts: readonly string[], old: string, text: string): string[] {
  const index = texts.indexOf(old);
  return [...texts.slice(0, index), ...texts.slice(index + 1), text];
}
