import { expect, type Locator, type Page } from '@playwright/test';
import type { Residence } from '#contract/account.ts';
import { pathFor } from '#rules/wizard.ts';
import type { Country, Field, Lists, Step } from '#rules/wizard-country.ts';
import { effectsOf, optionsAt, severalOf, shownFields, textOf } from '#rules/wizard-fields.ts';
import { livingIn } from '../../countries/people.ts';
import { accessible } from '../harness/looks.ts';
import { onDevice } from '../harness/on-device.ts';
import { nextPicker } from '../harness/picker.ts';
import { photographOf } from './pictures.ts';

/** How the customer uses the page: with a finger on a phone, or with the keyboard alone. */
export interface Hand {
  type(field: Locator, text: string): Promise<void>;
  /** Presses a button, link, checkbox or card. */
  press(control: Locator): Promise<void>;
  /** Picks an option of a Select. */
  pick(page: Page, select: Locator, option: string): Promise<void>;
  /** Attaches a file to the slot, through the picker. */
  attach(slot: Locator, file: PickedFile): Promise<void>;
}

export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const touch: Hand = {
  async type(field, text) {
    await field.tap();
    await field.fill(text);
  },
  press: (control) => control.tap(),
  async pick(page, select, option) {
    await select.tap();
    const list = page.getByRole('listbox');
    await expect(list).toBeVisible();
    const search = page.getByRole('dialog').getByRole('combobox');
    if (await search.isVisible()) await search.fill(option);
    const one = list.getByRole('option', { name: option, exact: true });
    // A busy machine may deliver a tap so late that it counts as a long press, so this taps again while the list is
    // open.
    await expect(async () => {
      if (await list.isVisible()) await one.tap({ timeout: 5000 });
      await expect(list).toBeHidden({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
  },
  // The picker belongs to the system, so files go straight to the input behind it.
  attach: (slot, file) => slot.locator('input[type=file]').last().setInputFiles(file),
};

/** Uses nothing but keys. Each control is reached by Tab from the current focus. */
export const keyboard: Hand = {
  async type(field, text) {
    await reach(field);
    await field.page().keyboard.type(text);
  },
  async press(control) {
    await reach(control);
    const page = control.page();
    const isRadio = await control.evaluate((node) => node instanceof HTMLInputElement && node.type === 'radio');
    if (!isRadio) {
      const isBox = await control.evaluate((node) => node instanceof HTMLInputElement);
      return page.keyboard.press(isBox ? 'Space' : 'Enter');
    }
    // A group of radio buttons is one Tab stop, and arrows choose inside it.
    for (let steps = 0; steps < 12 && !(await control.isChecked()); steps += 1) {
      await page.keyboard.press(steps === 0 ? 'Space' : 'ArrowDown');
    }
    expect(await control.isChecked()).toBe(true);
  },
  async pick(page, select, option) {
    await reach(select);
    await page.keyboard.press('Enter');
    const list = page.getByRole('listbox');
    await expect(list).toBeVisible();
    if (await page.getByPlaceholder('Buscar').isVisible()) {
      await expect(page.getByPlaceholder('Buscar')).toBeFocused();
      await page.keyboard.type(option);
      // The labels leave out the heading below each option.
      const labels = await list.locator('[role=option] [id$="-label"]').allTextContents();
      const index = labels.indexOf(option);
      for (let down = 0; down < index; down += 1) await page.keyboard.press('ArrowDown');
    } else {
      const index = (await list.getByRole('option').allTextContents()).indexOf(option);
      await page.keyboard.press('Home');
      for (let down = 0; down < index; down += 1) await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect(list).toBeHidden();
  },
  async attach(slot, file) {
    const page = slot.page();
    const control = slot.locator('[data-pick]').last();
    await reach(control);
    const { opened } = await nextPicker(page);
    await page.keyboard.press('Enter');
    await (await opened).setFiles(file);
  },
};

/** Presses Tab until the control has the focus. @throws when it cannot be reached */
export async function reach(control: Locator): Promise<void> {
  const page = control.page();
  await expect(control).toBeEnabled();
  const isThere = () =>
    control.evaluate((node) => {
      const now = document.activeElement;
      if (now === node) return true;
      const group = node instanceof HTMLInputElement && node.type === 'radio' ? node.name : null;
      return group !== null && now instanceof HTMLInputElement && now.name === group;
    });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reachable by keyboard: ${control}`);
}

export interface Walk {
  page: Page;
  hand: Hand;
  country: Country;
  /** All answers of this customer. */
  person: Readonly<Record<string, unknown>>;
  lists: Lists;
  /** Called when a step is filled in, before going on. */
  onStep?: (step: Step) => Promise<void>;
}

/** A walk through the country's wizard, with the answers of a person who lives there. */
export async function walkOf(
  page: Page,
  hand: Hand,
  name: Residence,
  changed: Readonly<Record<string, unknown>>,
): Promise<Walk> {
  const { country, person, around } = await livingIn(name);
  return { page, hand, country, person: { ...person, ...changed }, lists: around.lists };
}

/** The country's step with that id. */
export function stepOf({ country }: Walk, tab: string): Step {
  const step = country.steps.find(({ id }) => id === tab);
  if (!step) throw new Error(`no ${tab}`);
  return step;
}

/** Goes from the residence screen to the first step, through the loader. */
export async function begin({ page, hand, country }: Walk): Promise<void> {
  await page.goto('/#/registro/residencia');
  // Waits for its title, because a slow machine shows the page before a moment longer.
  await expect(page.getByRole('heading', { level: 1, name: '¿Cuál es tu país de residencia fiscal?' })).toBeVisible();
  await choose(page, hand, country.name);
  await hand.press(page.getByRole('button', { name: 'Iniciar' }));
  await expect(page.getByRole('heading', { name: 'Trabajando en tu registro' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Empecemos' })).toBeVisible({ timeout: 8000 });
}

/** Fills in every step on the path and goes on, except for the last, which is not sent. */
export async function fillAll(walk: Walk): Promise<void> {
  const path = pathFor(walk.country, walk.person);
  for (const [index, step] of path.entries()) {
    await fill(walk, step);
    await walk.onStep?.(step);
    if (index < path.length - 1) {
      await goOn(walk);
      await expect(walk.page.getByRole('heading', { level: 1 })).toHaveText(path[index + 1]?.title ?? '');
    }
  }
}

/** Walks until the step with this id is shown. */
export async function walkTo(walk: Walk, tab: string): Promise<void> {
  for (const step of pathFor(walk.country, walk.person)) {
    await expect(walk.page.getByRole('heading', { level: 1 })).toHaveText(step.title);
    if (step.id === tab) return;
    await fill(walk, step);
    await goOn(walk);
  }
}

/** Taps the arrow. A second tap at its place within 350 ms would be the other half of a double one. */
export async function tapBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Volver' }).tap();
  await page.waitForTimeout(400);
}

export async function goOn({ page, hand }: Walk): Promise<void> {
  const on = page.getByRole('button', { name: /^(Continuar|Crear mi cuenta)$/ });
  await expect(on).toBeEnabled();
  await hand.press(on);
}

/** Goes on and waits until the step is stored. An earlier reload would return to the step before. */
export async function goOnAndKeep(walk: Walk): Promise<void> {
  const before = await walk.page.evaluate(() => Date.now());
  await goOn(walk);
  await expect.poll(() => lastKept(walk.page)).toBeGreaterThanOrEqual(before);
}

/** When a draft was last written, in milliseconds since 1970. */
const lastKept = (page: Page) =>
  onDevice(page, async ({ all }) => Math.max(0, ...(await all<{ at: number }>('drafts')).map(({ at }) => at)));

/** Answers each question of the step. */
export async function fill(walk: Walk, step: Step): Promise<void> {
  await expect(walk.page.getByRole('heading', { level: 1 })).toHaveText(step.title);
  for (const field of askedFields(walk, step)) await answer(walk, field);
}

/** The questions of a step that this customer answers. A field that a choice has just filled in is left out. */
export function askedFields({ country, person }: Pick<Walk, 'country' | 'person'>, step: Step): Field[] {
  const decided = new Set<string>();
  const fields: Field[] = [];
  for (const field of shownFields(country, step, person)) {
    if (!decided.has(field.name)) fields.push(field);
    for (const name of Object.keys(effectsOf(field, textOf(person[field.name])))) {
      if (field.kind === 'choice' && person[field.name] === 'si') decided.add(name);
    }
  }
  return fields;
}

async function answer(walk: Walk, field: Field): Promise<void> {
  const { page, hand, person, lists } = walk;
  const given = person[field.name];
  const box = page.locator(`[data-field="${field.name}"]`);
  switch (field.kind) {
    case 'photo': {
      const picture = await photographOf(page, `${walk.country.name}\n${textOf(person.nombre)}\n${field.label}`);
      await hand.attach(box, { name: `${field.name}.jpg`, mimeType: 'image/jpeg', buffer: picture });
      await expect(box.getByRole('button', { name: `Ampliar: ${field.label}` })).toBeVisible();
      return;
    }
    case 'ticked':
      if (given === true) await hand.press(box.getByRole('checkbox'));
      return;
    case 'choice':
      await hand.press(
        choiceIn(walk, box, optionsAt(field.from, person, lists).find(({ value }) => value === given)?.label ?? ''),
      );
      return;
    case 'several':
      for (const one of severalOf(given)) await hand.press(box.getByRole('checkbox', { name: one }));
      return;
    case 'select': {
      const option = optionsAt(field.from, person, lists).find(({ value }) => value === given);
      await hand.pick(page, box.getByRole('combobox'), option?.label ?? textOf(given));
      return;
    }
    default:
      await hand.type(box.locator('input'), textOf(given));
  }
}

async function choose(page: Page, hand: Hand, name: string): Promise<void> {
  const card = page.getByRole('radio', { name, exact: true });
  await hand.press(hand === touch ? page.locator('label').filter({ has: card }) : card);
}

/** A finger presses the card, and the keyboard its radio button. */
function choiceIn({ page, hand }: Walk, box: Locator, label: string): Locator {
  if (hand !== touch) return box.getByRole('radio', { name: label, exact: true });
  return box.locator('label').filter({ has: page.getByRole('radio', { name: label, exact: true }) });
}

/** Expects no violation of WCAG 2.2 A and AA on the page. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // A piece moving in is still half transparent, so this waits for its end.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));
  await accessible(page, where);
}
