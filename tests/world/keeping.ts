import type { Bill } from '#contract/policies.ts';
import { bills, payments } from '#mirror/collections.ts';
import type { DocumentName } from '#mirror/saved-documents.ts';
import { orderPayment, settlePayment } from '#server/demo/sandbox-payments.ts';
import { pdf } from '#tests/outbox/props.ts';
import type { Device, Page } from './device.ts';
import type { Person } from './told.ts';
import type { World } from './world.ts';

/** A document that a customer keeps on a device. */
export interface Kept {
  of: Person;
  device: string;
  /** What its file says. */
  text: string;
  place: number;
  /** Its id on the device, once the page said that it is kept. */
  id: string | null;
  /** begun: the page said nothing so far. kept: it said so. unsure: it may be replaced, removed or given up. */
  word: 'begun' | 'kept' | 'unsure';
}

/** Who does something on which page of which device. */
interface Place {
  world: World;
  device: Device;
  page: Page;
  who: Person | null;
}

/** A policy has few documents in the world, so that copies replace one another. */
const DOCUMENTS = 3;

const nameOf = ({ policyId }: Person, place: number): DocumentName => ({
  policyId,
  category: 'Pólizas',
  createdOn: '2026-11-02',
  place,
});

/** 'Tener sin conexión'. */
export async function keepDocument({ world, device, page, who }: Place, text: string): Promise<string> {
  const owner = await ownerOf(page, who);
  if (!who?.policyId || owner === null) return 'nobody with a policy is signed in';
  const place = Math.floor(world.random() * DOCUMENTS);
  const one: Kept = { of: who, device: device.name, text, place, id: null, word: 'begun' };
  // A copy replaces the earlier one of the same document.
  for (const other of world.told.kept)
    if (other.of === who && other.device === device.name && other.place === place) other.word = 'unsure';
  world.told.kept.push(one);
  const saved = await page.mirror.saved.save(nameOf(who, place), pdf(text), owner);
  if (!saved?.ok) return `not kept: ${saved?.code ?? 'nobody is signed in'}`;
  Object.assign(one, { id: saved.value.id, word: one.word === 'begun' ? 'kept' : one.word });
  world.count('documents');
  return `kept ${text} as ${saved.value.id}`;
}

/** The owner of the open session, while it is this customer's. */
async function ownerOf({ session }: Page, who: Person | null): Promise<string | null> {
  const owner = await session.owner();
  const customer = await session.customer();
  return who && customer?.idUsuario === who.id && (await session.owner()) === owner ? owner : null;
}

/** 'Documentos guardados': opens one that is listed, and sometimes removes it. */
export async function openDocument({ world, device, page, who }: Place): Promise<string> {
  const before = await page.session.owner();
  const listed = await page.mirror.saved.list();
  const one = listed[Math.floor(world.random() * listed.length)];
  if (!who || !one) return 'there is none';
  const file = await page.mirror.saved.open(one.id);
  const known = world.told.kept.find(({ id }) => id === one.id);
  if (before === null || (await ownerOf(page, who)) !== before) return 'another page changed it';
  if (known?.word === 'kept' && !says(file, known.text))
    world.found.push(`“${known.text}”, kept on the ${device.name}, opens as ${file?.name ?? 'nothing'}`);
  if (world.random() > 0.3) return `opened ${file?.name}`;
  if (known) known.word = 'unsure';
  await page.mirror.saved.remove(one.id);
  return `removed ${one.name}`;
}

const says = (file: { bytes: ArrayBuffer } | null, text: string): boolean =>
  file !== null && new TextDecoder().decode(file.bytes).includes(`% ${text}\n`);

/** Everything that a customer keeps on the device opens, once they are back and gave their earlier passwords. */
export async function openEachKept({ told, found }: World, { name }: Device, { mirror }: Page, who: Person) {
  for (const { of, device, word, id, text } of told.kept) {
    if (of !== who || device !== name || word !== 'kept' || id === null) continue;
    if (!says(await mirror.saved.open(id), text)) found.push(`“${text}”, kept on the ${name}, does not open`);
  }
}

/** The customer leaves for the payment page of a bill. What becomes of it there, the world decides. */
export async function pay({ world, page, who }: Place): Promise<string> {
  if (!who?.policyId) return 'nobody with a policy is signed in';
  const { policyId } = who;
  if (world.random() < 0.5) await page.mirror.pull(bills, policyId);
  const { groups } = await page.mirror.read(bills, policyId);
  const rows = (groups ?? []).flatMap((group): Bill[] => [...group.rows]);
  const bill = rows[Math.floor(world.random() * rows.length)];
  if (!bill) return 'no bill is known';
  const order = { billNo: bill.BillNumber, amount: bill.DuePremium ?? 0, currency: 'USD' };
  const outcome = world.random() < 0.6 ? (world.random() < 0.7 ? 'paid' : 'rejected') : 'left';
  await page.mirror.paying.leave(policyId, order);
  if (outcome === 'left') return `left for ${bill.BillNumber}, and paid nothing`;
  const clock = () => new Date(world.scheduler.now());
  const settled = await world.ask(async (db) => {
    const address = await orderPayment(db, clock, {
      policyId,
      billNumber: bill.BillNumber,
      amount: order.amount,
      currency: null,
    });
    return settlePayment(db, clock, address.replace('/pagar/', ''), outcome);
  });
  if (settled) world.told.payments.push({ bill: bill.BillNumber, outcome });
  world.count('payments');
  return `${outcome} ${bill.BillNumber}`;
}

/** What the screen says of payments that the customer left for. It never says one of them that did not happen. */
export async function seePayments({ world, device, page, who }: Place): Promise<string> {
  if (!who?.policyId) return 'nobody with a policy is signed in';
  if (world.random() < 0.7) await page.mirror.freshen(payments, who.policyId);
  if (world.random() < 0.7) await page.mirror.freshen(bills, who.policyId);
  const paid = await page.mirror.locate(payments, who.policyId);
  const listed = await page.mirror.locate(bills, who.policyId);
  if (!paid || !listed) return 'no session is open';
  const outcomes = await page.mirror.paying.outcomesAt({ payments: paid, bills: listed }, 'USD');
  for (const { state, billNo } of outcomes) {
    const happened = state === 'received' ? 'paid' : state === 'failed' ? 'rejected' : null;
    if (happened && !world.told.payments.some((one) => one.bill === billNo && one.outcome === happened))
      world.found.push(`the ${device.name} says that the payment of ${billNo} is ${state}; it was not ${happened}`);
  }
  if (world.random() < 0.3)
    await page.mirror.paying.settle(
      who.policyId,
      outcomes.map(({ at }) => at),
    );
  return outcomes.map(({ billNo, state }) => `${billNo} ${state}`).join() || 'none';
}
