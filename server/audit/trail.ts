import { sql } from 'drizzle-orm';
import { DAY_MS } from '#contract/age.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Result } from '#contract/result.ts';
import type { Subject } from '../accounts/attempts.ts';
import { ofEmail } from '../accounts/emails.ts';
import type { Clock } from '../clock.ts';
import { notAwaited } from '../database/not-awaited.ts';
import type { Database, Transaction } from '../database/open.ts';
import { auditTrail, customers } from '../database/schema.ts';
import type { World } from '../handler.ts';
import type { Network } from '../http/address.ts';
import type { AnyCall } from '../http/receive.ts';
import { audited, BLOCKED, comesAndGoes, refusalOf } from './events.ts';

/** How long the trail is kept. The database itself refuses to forget earlier (migration 'audit'). */
export const TRAIL_LIFE_MS = 2 * 365 * DAY_MS;

/** Longest id that is noted. */
const MAX_ABOUT_CHARS = 100;

/** One line of the trail, but for its number. */
export type Entry = Omit<typeof auditTrail.$inferInsert, 'id' | 'at'>;

/**
 * Adds a line, in the caller's transaction if there is one. The customer is held meanwhile: of one who was erased since, it says
 * neither who it was nor what it was about.
 *
 * @param common the clock that all processes share. The lines of a process years behind would be swept, and one that is ahead would
 *   keep a month from being made (F60)
 */
export async function note(db: Database | Transaction, common: Clock, entry: Entry): Promise<void> {
  const { actor, event, customerId = null, deviceId = null, request = '', about = '' } = entry;
  await db.execute(sql`
    with person as (select ${customers.id} from ${customers} where ${customers.id} = ${customerId} for key share)
    insert into ${auditTrail} (at, actor, event, customer_id, device_id, request, about)
    select ${common().toISOString()}::timestamptz, ${actor}, ${event}, person.id, ${deviceId}, ${request},
      case when person.id is null then '' else ${about} end
    from (values (0)) as here left join person on true`);
}

/** Which request a call came with, and from where. */
interface Origin {
  request: string;
  networks: readonly Network[];
}

/** A call of a request, and what it came to. */
export interface Noted {
  name: EndpointName;
  call: Pick<AnyCall, 'who' | 'input' | 'policy'>;
  result: Result<unknown>;
}

/** Notes a request's calls after the answer, so their duration reveals nothing. On a full disk the lines are skipped. */
export function noteCalls(world: World, calls: readonly Noted[], { request, networks }: Origin): void {
  if (!world.room.any()) return;
  const reads: Entry[] = [];
  for (const { name, call, result } of calls) {
    const row = audited[name];
    const event = row && (result.ok ? row.event : refusalOf(row, result.problem));
    if (!row || !event) continue;
    const about =
      row.of === undefined ? '' : String(call.input[row.of] ?? call.policy?.Policy ?? '').slice(0, MAX_ABOUT_CHARS);
    const line = { actor: 'customer', event, deviceId: call.who?.deviceId ?? null, request, about } as const;
    if (call.who && isRead(name)) {
      reads.push({ ...line, customerId: call.who.customer.id });
      continue;
    }
    world.later.start(async () => {
      const customerId = call.who?.customer.id ?? (await whoseCall(world, call, result));
      if (event === BLOCKED && !(await mayNoteBlocked(world, customerId, call.who ? null : networks))) return;
      // Who has a password may use it without end.
      if (comesAndGoes.has(event) && (await world.attempts.take('sessionLines', `${customerId} ${event}`)) > 0) return;
      await note(world.db, await world.commonClock(world.db), { ...line, customerId });
    });
  }
  noteReads(world, reads);
}

const isRead = (name: EndpointName): boolean => {
  const { method, readsOnly }: Endpoint = endpoints[name];
  return method === 'GET' || readsOnly === true;
};

/**
 * Notes what one customer read. Beyond so many lines of an hour the same is noted once a minute, since anybody may read without
 * end: what was read is still told. It is counted once for all, or forty reads would wait for one another.
 */
export function noteReads({ attempts, commonClock, db, later }: ReadingWorld, lines: readonly Entry[]): void {
  const [first] = lines;
  if (!first) return;
  const whose = first.customerId ?? 'nobody';
  const noteAll = async (tx: Transaction) => {
    const isBeyond = (await attempts.take('readLines', whose, lines.length, tx)) > 0;
    const told = new Map(lines.map((line, at) => [isBeyond ? `${whose} ${line.event} ${line.about}` : `${at}`, line]));
    const common = await commonClock(tx);
    for (const [same, line] of told) {
      if (isBeyond && (await attempts.take('sameReadLines', same, 1, tx)) > 0) continue;
      await note(tx, common, line);
    }
  };
  later.start(() => notAwaited(db, noteAll));
}

type ReadingWorld = Pick<World, 'attempts' | 'commonClock' | 'db' | 'later'>;

/**
 * Whether one more blocked try is noted: anybody can make any number of them. A stranger's network counts too, and first, for it
 * could name every customer there is.
 */
async function mayNoteBlocked(
  { attempts }: World,
  customerId: string | null,
  strangers: readonly Network[] | null,
): Promise<boolean> {
  const subjects: (Subject | null)[] = [strangers, customerId];
  for (const subject of subjects) {
    if (subject !== null && (await attempts.take('blockedLines', subject)) > 0) return false;
  }
  return true;
}

/** Whose account a call without a token was about; null when there is none. */
async function whoseCall(
  { db }: World,
  { input }: Pick<AnyCall, 'input'>,
  result: Result<unknown>,
): Promise<string | null> {
  const value = result.ok ? (result.value as { usuario?: { id: string }; insertedId?: string }) : {};
  const id = value.usuario?.id ?? value.insertedId;
  if (id !== undefined || typeof input.email !== 'string') return id ?? null;
  const [row] = await db.select({ id: customers.id }).from(customers).where(ofEmail(input.email));
  return row?.id ?? null;
}
