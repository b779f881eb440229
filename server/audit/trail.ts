import { sql } from 'drizzle-orm';
import { DAY_MS } from '#contract/age.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Result } from '#contract/result.ts';
import type { Subject } from '../accounts/attempts.ts';
import { ofEmail } from '../accounts/emails.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import { auditTrail, customers } from '../database/schema.ts';
import type { World } from '../handler.ts';
import type { Network } from '../http/address.ts';
import type { AnyCall } from '../http/receive.ts';
import { audited, BLOCKED, refusalOf } from './events.ts';

/** How long the trail is kept. The database itself refuses to forget earlier (migration 'audit'). */
export const TRAIL_LIFE_MS = 2 * 365 * DAY_MS;

/** Longest id that is noted. */
const MAX_ABOUT_CHARS = 100;

/** One line of the trail, but for its number. */
export type Entry = Omit<typeof auditTrail.$inferInsert, 'id' | 'at'>;

/**
 * Adds a line, in the caller's transaction if there is one. The customer is held meanwhile: of one who was erased since, it says
 * neither who it was nor what it was about.
 */
export async function note(db: Database | Transaction, clock: Clock, entry: Entry): Promise<void> {
  const { actor, event, customerId = null, deviceId = null, request = '', about = '' } = entry;
  await db.execute(sql`
    with person as (select ${customers.id} from ${customers} where ${customers.id} = ${customerId} for key share)
    insert into ${auditTrail} (at, actor, event, customer_id, device_id, request, about)
    select ${clock().toISOString()}::timestamptz, ${actor}, ${event}, person.id, ${deviceId}, ${request},
      case when person.id is null then '' else ${about} end
    from (values (0)) as here left join person on true`);
}

/** Which request a call came with, and from where. */
interface Origin {
  request: string;
  networks: readonly Network[];
}

/** Notes a customer's call after the answer, so its duration reveals nothing. On a full disk the line is skipped. */
export function noteCall(
  world: World,
  name: EndpointName,
  call: Pick<AnyCall, 'who' | 'input' | 'policy'>,
  result: Result<unknown>,
  { request, networks }: Origin,
): void {
  const row = audited[name];
  if (!row || !world.room.any()) return;
  const event = result.ok ? row.event : refusalOf(row, result.problem);
  if (event === null) return;
  const about =
    row.of === undefined ? '' : String(call.input[row.of] ?? call.policy?.Policy ?? '').slice(0, MAX_ABOUT_CHARS);
  world.later.start(async () => {
    const customerId = call.who?.customer.id ?? (await whoseCall(world, call, result));
    if (event === BLOCKED && !(await mayNoteBlocked(world, customerId, call.who ? null : networks))) return;
    await note(world.db, world.clock, {
      actor: 'customer',
      event,
      customerId,
      deviceId: call.who?.deviceId ?? null,
      request,
      about,
    });
  });
}

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
