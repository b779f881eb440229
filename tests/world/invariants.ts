import { MINUTE_MS } from '#contract/age.ts';
import { refundDocuments, refunds, tickets } from '#server/database/schema.ts';
import type { Device } from './device.ts';
import type { Effect } from './insurer.ts';
import { type Registered, registeredOf } from './newcomers.ts';
import { MARK, type Request } from './told.ts';
import type { World } from './world.ts';

/** One promise, in words that anybody may hold us to, and how it is looked after. */
export interface Invariant {
  says: string;
  /** Looked at after every action, between two steps. @returns each violation as a sentence */
  always?: (world: World) => string[];
  /** Looked at once everything has healed and nothing is under way. */
  atRest?: (world: World, has: Insurer) => string[];
}

/** What the insurer has, by the text that customers typed. */
export interface Insurer {
  /** Whose account it is in, once for each time that it is there. */
  ownersOf(text: string): string[];
  all: readonly { text: string; customerId: string }[];
  /** Every case, with the state that the insurer last gave it and what it answered, in its order. */
  cases: readonly { id: string; estado: string; customerId: string; answers: readonly string[] }[];
  /** The names of the files that came with requests. */
  parts: readonly string[];
  /** Whoever registered. */
  registered: readonly Registered[];
  /** The ids of each customer's requests of a kind, in the order in which they came. */
  order: readonly (readonly string[])[];
}

export async function insurerOf(world: World): Promise<Insurer> {
  const { ask, people } = world;
  const [asked, claimed, papers] = await ask(async (db) =>
    tuple(await db.select().from(tickets), await db.select().from(refunds), await db.select().from(refundDocuments)),
  );
  const ownerOf = new Map(claimed.map(({ id, customerId }) => [id, customerId]));
  const all = [
    ...asked.map(({ notas, customerId }) => ({ text: notas, customerId })),
    ...claimed.map(({ fields, customerId }) => ({ text: String(fields.diagnostico), customerId })),
    ...papers
      .filter(({ filename }) => !isPartOf(filename))
      .map(({ filename, refundId }) => ({ text: filename, customerId: ownerOf.get(refundId) ?? '' })),
  ].filter(({ text }) => text.includes(MARK));
  const parts = papers.map(({ filename }) => filename).filter(isPartOf);
  const inOrder = <T extends { id: string; serial: number }>(rows: readonly T[], isTheirs: (row: T) => boolean) =>
    rows
      .filter(isTheirs)
      .sort((one, other) => one.serial - other.serial)
      .map(({ id }) => id);
  // What the demo began with, nobody handed in.
  const order = people.flatMap((who) => [
    inOrder(asked, ({ customerId, notas }) => customerId === who.id && notas.includes(MARK)),
    inOrder(claimed, ({ customerId, fields }) => customerId === who.id && `${fields.diagnostico}`.includes(MARK)),
  ]);
  const cases = [
    ...asked.map(({ id, estado, customerId, answers }) => ({
      ...{ id, estado, customerId },
      // What the demo began with, nobody decided here.
      answers: answers.map(({ respuesta }) => respuesta).filter((text) => text.includes(MARK)),
    })),
    ...claimed.map(({ id, estado, customerId }) => ({ id, estado, customerId, answers: [] })),
  ];
  return {
    all,
    cases,
    parts,
    order,
    registered: await registeredOf(world),
    ownersOf: (text) => all.filter((one) => one.text === text).map(({ customerId }) => customerId),
  };
}

/** Whether an event says this text, or names a file so. */
const isAbout = ({ data }: Effect, text: string): boolean => JSON.stringify(data).includes(JSON.stringify(text));

const tuple = <T extends unknown[]>(...members: T): T => members;

/** Whether it is a file that a request carries, by the names that requests.ts gives. */
const isPartOf = (name: string) => /^(historia|factura)-.*-texto-/.test(name);

/** A session is over after ten minutes (D25). A page looks every thirty seconds, and takes a moment. */
const OVER_MS = 10 * MINUTE_MS;
const NOTICED_MS = 2 * MINUTE_MS;
/** The longest that anything a customer asked for may take without a word. */
const TOLD_WITHIN_MS = 8 * MINUTE_MS;

const timesOf = ({ ownersOf }: Insurer, { texts }: Request) => texts.flatMap(ownersOf).length;
const nameOf = ({ of, device, command, texts }: Request) =>
  `${of.sign}'s ${command} “${texts.join('” or “')}” from the ${device}`;

export const invariants: readonly Invariant[] = [
  {
    says: 'Each request that was shown as saved is at the insurer exactly once.',
    always: ({ told, devices, disks }) =>
      devices.flatMap(({ name }) => {
        // A transaction under way may have taken rows that it puts back.
        if (disks.isWriting(name)) return [];
        const here = new Set([...disks.rows(name, 'outbox'), ...disks.rows(name, 'receipts')].map(({ key }) => key));
        return told.requests
          .filter(({ word, key, device }) => device === name && word === 'saved' && key !== null && !here.has(key))
          .map((one) => `${nameOf(one)} is neither in the queue nor has it a receipt`);
      }),
    atRest: ({ told }, has) =>
      told.requests
        .filter((one) => one.word === 'saved' && timesOf(has, one) !== 1 && !isWithoutParent(one, has))
        .map((one) => `${nameOf(one)} was shown as saved and is at the insurer ${timesOf(has, one)} times`),
  },
  {
    says: 'A document that was shown as kept on the device stays there until its customer gives it up.',
    always: ({ told, devices, disks }) =>
      devices.flatMap(({ name }) => {
        if (disks.isWriting(name)) return [];
        const here = new Set(disks.rows(name, 'savedDocuments').map(({ id }) => id));
        return told.kept
          .filter(({ device, word, id }) => device === name && word === 'kept' && !here.has(id))
          .map(({ text }) => `“${text}” was kept on the ${name} and is not there`);
      }),
  },
  {
    says: 'No request is at the insurer twice, whatever was shown.',
    atRest: ({ told }, has) =>
      told.requests
        .filter((one) => timesOf(has, one) > 1)
        .map((one) => `${nameOf(one)} is at the insurer ${timesOf(has, one)} times`),
  },
  {
    says: 'Whoever registers gets one account, with each photo once, and the insurer hears of it once.',
    atRest: ({ told, insurer }, { registered }) =>
      told.newcomers.flatMap(({ sign, word, account }) => {
        const own = registered.filter(({ nif }) => nif === account.fields.nif);
        const heard = insurer.effects.filter(({ type, data }) => {
          return type === 'cliente.registrado' && own.some(({ id }) => id === data.cliente.id);
        });
        const photos = own.map((one) => one.photos);
        const isWhole = photos.length === heard.length && photos.every((count) => count === 2);
        return isWhole && (own.length === 1 || (own.length === 0 && word === 'lost'))
          ? []
          : [`${sign} has ${own.length} accounts with ${photos.join()} photos; the insurer heard of ${heard.length}`];
      }),
  },
  {
    says: 'What was discarded, or replaced by a correction, does not reach the insurer.',
    atRest({ told }, { all }) {
      const known = new Set(told.requests.filter(({ word }) => word !== 'ended').flatMap(({ texts }) => texts));
      return all
        .filter(({ text }) => !known.has(text))
        .map(({ text }) => `“${text}” is at the insurer, and its customer discarded or replaced it`);
    },
  },
  {
    says: 'A request has its files with it, each of them once.',
    atRest: (_, { all, parts }) =>
      parts.flatMap((name) => {
        const times = parts.filter((one) => one === name).length;
        const asked = all.some(({ text }) => name === `historia-${text}.pdf` || name === `factura-${text}.pdf`);
        const other = name.startsWith('historia')
          ? name.replace('historia', 'factura')
          : name.replace('factura', 'historia');
        return times === 1 && asked && parts.includes(other)
          ? []
          : [`the file ${name} is there ${times} times, beside ${other}`];
      }),
  },
  {
    says: 'Nothing of one customer comes into the account of another.',
    atRest: ({ people }, { all }) =>
      all
        .filter(({ text, customerId }) => !text.startsWith(people.find(({ id }) => id === customerId)?.sign ?? '?'))
        .map(({ text, customerId }) => `“${text}” lies in the account ${customerId}`),
  },
  {
    says: "The insurer's own system hears of each request once, and of what a customer did in its order.",
    atRest: ({ insurer }, { all, order }) => [
      ...all
        .map(({ text }) => ({ text, times: insurer.effects.filter((one) => isAbout(one, text)).length }))
        .filter(({ times }) => times !== 1)
        .map(({ text, times }) => `the insurer's system heard ${times} times of “${text}”`),
      ...order.flatMap((ids) => {
        const heard = insurer.effects.flatMap(({ data: { id } }) => (ids.includes(String(id)) ? [String(id)] : []));
        return heard.join() === ids.join() ? [] : [`the insurer's system heard of ${heard}, and they came as ${ids}`];
      }),
    ],
  },
  {
    says: 'What the insurer decided last about a case is what it says, and each answer stands there once, in order.',
    atRest: ({ reporting: { decisions } }, { cases }) =>
      cases.flatMap(({ id, estado, answers }) => {
        const own = decisions.filter(({ about }) => about === id);
        const said = own.filter(({ kind }) => kind === 'ticket').map(({ answer }) => answer);
        const last = own.at(-1)?.estado ?? estado;
        return [
          ...(estado === last ? [] : [`${id} is at “${estado}”, and the insurer decided “${last}”`]),
          ...(answers.join() === said.join() ? [] : [`${id} has the answers ${answers}, and the insurer gave ${said}`]),
        ];
      }),
  },
  {
    says: 'Nobody who takes the disk of a device reads what was typed there.',
    atRest: ({ devices, disks }) =>
      devices.flatMap(({ name }) =>
        disks
          .tables(name)
          .filter((table) => isReadable(disks.rows(name, table)))
          .map((table) => `what was typed lies readable in the table ${table} of the ${name}`),
      ),
  },
  {
    says: 'No session stays readable for longer than ten minutes without use.',
    always: (world) =>
      world.devices
        .filter((device) => isLookedAfter(world, device) && isIdle(world, device))
        .map(({ name }) => `the session on the ${name} is open after ten minutes without use`),
  },
  {
    says: 'Whatever a customer asks for is answered within eight minutes.',
    always: ({ doings, scheduler }) =>
      doings
        .filter(
          ({ page, since }) =>
            page.actor.is === 'alive' && scheduler.now() - Math.max(since, page.since) > TOLD_WITHIN_MS,
        )
        .map(({ what, page }) => `“${what}” on ${page.actor.name} got no answer`),
  },
];

/** A document waits for its refund. When that never came to be, the list says so, and it stays. */
const isWithoutParent = ({ parent }: Request, has: Insurer): boolean =>
  parent !== null && (parent.word !== 'saved' || timesOf(has, parent) !== 1);

function isLookedAfter({ scheduler }: World, { pages, jumped }: Device): boolean {
  if (scheduler.now() - jumped < NOTICED_MS) return false;
  return pages.some(
    ({ is, actor, since }) => is === 'page' && actor.is === 'alive' && scheduler.now() - since > NOTICED_MS,
  );
}

function isIdle({ disks, scheduler }: World, { name, ahead, pages }: Device): boolean {
  if (disks.isWriting(name)) return false;
  const vault = disks.rows(name, 'vault');
  if (!vault.some(({ id }) => id === 'reading')) return false;
  const activity = vault.find(({ id }) => id === 'activity');
  const heard = pages.filter(({ actor }) => actor.is === 'alive').map(({ used }) => used);
  const age = scheduler.now() + ahead - Math.max(Number(activity?.at ?? 0), ...heard);
  return age > OVER_MS + NOTICED_MS;
}

function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(MARK);
  if (value instanceof ArrayBuffer) return Buffer.from(value).includes(MARK);
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(MARK);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, one]) => name.includes(MARK) || isReadable(one));
}
