import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Timers } from '#ports/machine.ts';
import type { Database } from '../database/open.ts';
import { isOvertaken } from '../database/outage.ts';
import { problemAnswer } from './problems.ts';

/** How soon the database must answer, in milliseconds. */
const DATABASE_ANSWER_MS = 1_000;
/** Seconds after which a refused caller may try again while the database is away. */
export const OUTAGE_RETRY_SECONDS = 10;

/** The member of `/health` that says it. */
export const OF_ONE_ADDRESS = 'deUnaDireccion';

/** What whoever shares out requests reads; no customer sees it. */
const OVERTAKEN = 'Una versión más nueva cambió la base de datos. Detén este proceso';

/** How the database stands to this process. */
type Base = 'there' | 'away' | 'overtaken';

const calm = { 'Cache-Control': 'no-store' };

/**
 * `/health`: the process lives; whoever starts processes looks here, for a new process mends nothing that the database lacks.
 * To a program of this machine, as the doctor, it also says what part of the calls came from one address.
 * `/ready`: it can serve, because the database answers within a second and the disk has room; whoever shares out requests
 * looks here. It also says that a newer release overtook this one.
 */
export function healthRoutes(
  db: Database,
  timers: Timers,
  hasRoom: () => boolean,
  ofOneAddress: () => number | null,
): Hono {
  let asked: Promise<Base> | null = null;
  const answers = () => {
    // One question at a time: while the database is frozen each would hold a connection.
    asked ??= db
      .execute(sql`select 1`)
      .then(
        (): Base => 'there',
        (error: unknown): Base => (isOvertaken(error) ? 'overtaken' : 'away'),
      )
      .finally(() => {
        asked = null;
      });
    let callOff = () => {};
    const late = new Promise<Base>((resolve) => {
      callOff = timers.after(DATABASE_ANSWER_MS, () => resolve('away'));
    });
    return Promise.race([asked, late]).finally(callOff);
  };
  return new Hono()
    .get('/health', (c) =>
      c.json({ estado: 'ok', ...(c.get('caller').here && { [OF_ONE_ADDRESS]: ofOneAddress() }) }, 200, calm),
    )
    .get('/ready', async (c) => {
      const [base, disco] = [await answers(), hasRoom()];
      if (base === 'there' && disco) return c.json({ estado: 'ok' }, 200, calm);
      return problemAnswer({
        code: 'unavailable',
        status: base === 'there' ? 507 : 503,
        retryAfter: OUTAGE_RETRY_SECONDS,
        ...(base === 'overtaken' && { text: OVERTAKEN }),
      });
    });
}
