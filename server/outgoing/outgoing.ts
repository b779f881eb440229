import { eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { CommonClock } from '../database/earlier-clock.ts';
import type { Transaction } from '../database/open.ts';
import { customers, outgoingEvents } from '../database/schema.ts';
import type { EventData, EventType } from '../insurer/events.ts';
import { OWN_ID } from '../insurer/signature.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** How the insurer's systems hear what customers did. */
export interface Outgoing {
  /** Writes an event in the caller's transaction. `data` is called only when there is a receiver. */
  tell<T extends EventType>(
    tx: Transaction,
    customerId: string,
    type: T,
    data: () => DataOf<T> | Promise<DataOf<T>>,
  ): Promise<void>;
}

/** `tell` adds the customer. */
export type DataOf<T extends EventType> = Omit<EventData<T>, 'cliente'>;

/** Nobody is told, and nothing is written. */
export const untold: Outgoing = { tell: async () => {} };

interface OutgoingParts {
  clock: Clock;
  commonClock?: CommonClock;
  uuid: () => string;
  jobs: Jobs;
}

export const openOutgoing = ({ clock, commonClock = async () => clock, uuid, jobs }: OutgoingParts): Outgoing => ({
  async tell(tx, customerId, type, data) {
    // The customer's row is locked until the transaction ends, so that events get their numbers in the order they become
    // visible. Otherwise a later event could be sent first.
    const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('no key update');
    if (!customer) return;
    const { documentCountry: pais, documentKind: tipo, nif: numero } = customer;
    const cliente = { id: customerId, documento: { pais, tipo, numero } };
    await tx.insert(outgoingEvents).values({
      id: `${OWN_ID}${uuid()}`,
      customerId,
      type,
      data: { cliente, ...(await data()) },
      state: 'waiting',
      attempts: 0,
      due: (await commonClock(tx))(),
      problem: '',
      created: clock(),
    });
    await jobs.ask(tx, 'outgoing');
  },
});
