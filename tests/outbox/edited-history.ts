import { like } from 'drizzle-orm';
import type { QueuedItem } from '#outbox/list.ts';
import { tickets } from '#server/database/schema.ts';
import { randomFrom } from '#tests/seeded.ts';
import { type Device, type House, type Page, ticketFields } from './house.ts';

/** The number of the write before which a page dies, counted from 1; null when it lives. */
type Death = number | null;
export type Step = 'ask' | 'askKilled' | 'edit' | 'editKilled' | 'refund' | 'lock';

/**
 * Plays these steps with two or three tickets that are queued and corrected without a connection, while pages die before the
 * write of that number. What was shown as saved must keep its text after every step. 'Editar' must open with the text of its
 * item. At the end the connection returns.
 *
 * @param seed chooses which ticket is corrected, and when a form is saved
 * @returns each violation as a sentence; empty when there is none
 */
export async function runEditedHistory(
  house: House,
  seed: number,
  planned: readonly Step[],
  death: number,
): Promise<string[]> {
  const random = randomFrom(seed);
  const device = await house.device();
  const customer = createCustomer(house, device, seed, random, death);
  const steps: string[] = [];
  try {
    for (const step of planned) {
      steps.push(step);
      const wrong = [...(await customer.play(step)), ...(await customer.look())];
      if (wrong.length > 0) return wrong.map((what) => `after ${steps.join(', ')}: ${what}`);
    }
    return (await customer.goOnline()).map((what) => `at the end of ${steps.join(', ')}: ${what}`);
  } finally {
    await device.close();
  }
}

function createCustomer(house: House, device: Device, seed: number, random: () => number, death: number) {
  /** Texts that were shown as saved, one for each ticket. */
  let saved: string[] = [];
  /** Texts typed into the form of an item by a page that died, by key. The form may open with one of them. */
  const halves = new Map<string, string[]>();
  const begun = new Set<string>();
  const wrong: string[] = [];
  let texts = 0;
  let page = newPage(null);

  function newPage(death: Death): Page & { died: () => boolean } {
    const made = device.page({ online: () => false });
    return Object.assign(made, { died: mortal(made, death) });
  }

  const nextText = () => {
    // Now and then two tickets have the same text.
    if (saved.length > 0 && random() < 0.15) return saved[Math.floor(random() * saved.length)] ?? '';
    texts += 1;
    return `corregida-${seed}-${texts}`;
  };

  /** Acts as the form of a ticket: saves each change as a draft, which ends when the ticket is queued. */
  async function typeAndHandIn(draftId: string, text: string, replaces?: string) {
    for (const part of [halfOf(text), text]) {
      page.drafts.save(draftId, { descripcion: part });
      if (random() < 0.5) await page.drafts.flush();
    }
    return page.outbox.enqueue(
      'ticket.create',
      ticketFields(house, text),
      {},
      { draftId, ...(replaces && { replaces }) },
    );
  }

  async function ask(death: Death) {
    page = newPage(death);
    const [before, text] = [saved, nextText()];
    const told = await survived(async () => {
      const draft = (await page.drafts.load('ticket'))?.form as { descripcion: string } | undefined;
      if (draft && !begun.has(draft.descripcion)) wrong.push(`a new form opens with ${draft.descripcion}`);
      begun.add(text).add(halfOf(text));
      return (await typeAndHandIn('ticket', text)).ok;
    });
    await settle(before, [...before, text], told);
    if (saved !== before) begun.delete(text);
  }

  async function edit(death: Death) {
    page = newPage(death);
    const items = (await newPage(null).outbox.list()).filter(({ command }) => command === 'ticket.create');
    const item = items[Math.floor(random() * items.length)];
    if (!item) return;
    const [before, text] = [saved, nextText()];
    const told = await survived(async () => {
      if (!(await opensWithItsOwn(item))) return false;
      halves.set(item.key, [...(halves.get(item.key) ?? []), text, halfOf(text)]);
      return (await typeAndHandIn(`ticket-edit/${item.key}`, text, item.key)).ok;
    });
    await settle(before, replaced(before, textOf(item), text), told);
  }

  async function opensWithItsOwn(item: QueuedItem): Promise<boolean> {
    const opened = await page.outbox.beginEdit(item.key);
    if (!opened.ok) return false;
    if (opened.value.fields.descripcion !== textOf(item)) {
      wrong.push(`'Editar' of ${textOf(item)} holds ${opened.value.fields.descripcion}`);
    }
    const draft = await page.drafts.load(`ticket-edit/${item.key}`);
    const form = draft?.form as { descripcion: string } | undefined;
    const text = form?.descripcion ?? textOf(item);
    const may = [textOf(item), ...(halves.get(item.key) ?? [])];
    if (!may.includes(text)) wrong.push(`'Editar' of ${textOf(item)} opens with ${text}`);
    return true;
  }

  /** Sets what must be there: `after` when it was shown as saved, or when a killed page had finished; else `before`. */
  async function settle(before: string[], after: string[], told: boolean) {
    const there = (await newPage(null).outbox.list()).map(textOf);
    saved = told || same(there, after) ? after : before;
  }

  async function lock() {
    const keyed = await device.db.vault.toArray();
    await device.db.vault.bulkDelete(['reading']);
    await page.drafts.flush();
    await device.db.vault.bulkPut(keyed);
    page = newPage(null);
    await page.outbox.absorbLocked();
    await page.outbox.resumeParked();
  }

  const plays: Record<Step, () => Promise<void>> = {
    ask: () => ask(null),
    askKilled: () => ask(death),
    edit: () => edit(null),
    editKilled: () => edit(death),
    async refund() {
      page.drafts.save('refund', { diagnostico: 'Empezado y dejado' });
      await page.drafts.flush();
    },
    lock,
  };

  return {
    async play(step: Step): Promise<string[]> {
      page = newPage(null);
      await plays[step]();
      return wrong.splice(0);
    },
    async look(): Promise<string[]> {
      const there = (await newPage(null).outbox.list()).map(textOf);
      return same(there, saved) ? [] : [`saved: ${list(saved)}; on the device: ${list(there)}`];
    },
    async goOnline(): Promise<string[]> {
      const last = device.page();
      for (const { key, state } of await last.outbox.list()) if (state === 'refused') await last.outbox.sendNow(key);
      await last.outbox.drain({ connected: true });
      const ofThisHistory = like(tickets.notas, `corregida-${seed}-%`);
      const sent = (await house.app.db.select().from(tickets).where(ofThisHistory)).map(({ notas }) => notas);
      const left = (await last.outbox.list()).map(textOf);
      return same(sent, saved) && left.length === 0
        ? []
        : [`saved: ${list(saved)}; at the server: ${list(sent)}; left: ${list(left)}`];
    },
  };

  /** @returns false when the page died on the way */
  async function survived(work: () => Promise<boolean>): Promise<boolean> {
    const { died } = page;
    const done = await work().catch((error: unknown) => {
      if (!died()) throw error;
      return false;
    });
    return done && !died();
  }
}

/** Ends a page before its nth write. From then on none of its writes reaches the database. @returns whether it died */
function mortal({ db }: Page, death: Death): () => boolean {
  let writes = 0;
  let dead = false;
  db.use({
    stack: 'dbcore',
    name: 'mortal',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: (request) => {
            writes += 1;
            dead ||= writes === death;
            return dead ? Promise.reject(new Error('killed')) : table.mutate(request);
          },
        };
      },
    }),
  });
  return () => dead;
}

const halfOf = (text: string): string => `${text} y`;
const textOf = ({ fields }: QueuedItem): string => fields.descripcion ?? '';
const list = (texts: readonly string[]) => [...texts].sort().join(' | ') || 'nothing';
const same = (one: readonly string[], other: readonly string[]) => list(one) === list(other);

/** Replaces one occurrence of the old text; equal ones stay. */
function replaced(texts: readonly string[], old: string, text: string): string[] {
  const index = texts.indexOf(old);
  return [...texts.slice(0, index), ...texts.slice(index + 1), text];
}
