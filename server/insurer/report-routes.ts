import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { World } from '../handler.ts';
import { insurerLimits, openAdmission, sizeOf, type Visit } from '../http/admission.ts';
import { readBody } from '../http/body.ts';
import { problemAnswer } from '../http/problems.ts';
import { maintenanceRefusal } from '../maintenance/maintenance.ts';
import { type Report, report } from './reports.ts';
import { readSignature, type SigningKey, verifyByAll } from './signature.ts';
import { takeReport } from './take-report.ts';

/** A paper of 6 MB in base64, and its frame. */
const MAX_REPORT_BYTES = 9 * 1024 * 1024;

/**
 * POST `/aseguradora/reportes`: the insurer's systems say what became of a refund or a ticket. Whoever has no key learns nothing, not
 * even whether something has an id. The headers are looked at before the body is, and that is counted for the network it comes from:
 * slow bodies of strangers make way for a report. Words are English: a machine's maker reads them.
 */
export function reportRoutes(world: World, keys: readonly SigningKey[]): Hono {
  const enter = openAdmission(insurerLimits);
  const common = () => world.commonClock(world.db);
  return new Hono().post('/aseguradora/reportes', async (c) => {
    const announced = await announcedBy(c.req.raw.headers);
    if (!announced.ok) return unproved(announced.why);
    const visit = enter(c.get('caller').networks, sizeOf(c.req.raw.headers));
    try {
      return await answer(c, visit);
    } finally {
      visit.leave();
    }
  });

  /** By this process's clock, so that no stranger costs a look; only where that may be the wrong one, by that of all processes (F60). */
  async function announcedBy(headers: Headers): Promise<ReturnType<typeof readSignature>> {
    const own = readSignature(headers, world.clock());
    return !own.ok && own.why === 'stale' ? readSignature(headers, (await common())()) : own;
  }

  async function answer(c: Context, visit: Visit): Promise<Response> {
    const body = await readBody(c.req.raw, { most: MAX_REPORT_BYTES, visit });
    if (!body.ok) return problemAnswer(body.problem);
    visit.work();
    const proved = await verifyByAll(c.req.raw.headers, body.value, keys, common);
    if (!proved.ok) return unproved(proved.why);
    const held = await maintenanceRefusal(world.db);
    if (held) return problemAnswer(held.problem);
    const parsed = v.safeParse(report, jsonIn(body.value));
    if (!parsed.success) {
      const at = v.getDotPath(parsed.issues[0]) ?? 'body';
      return problemAnswer({ code: 'invalid', text: `not as the contract says: ${at}`, fields: { [at]: 'invalid' } });
    }
    const free = roomFor(world, parsed.output, body.value.length);
    if (!free) return problemAnswer({ code: 'unavailable', status: 507, retryAfter: 60 });
    const taken = await takeReport(world, proved.id, body.value, parsed.output).finally(free);
    return taken.ok
      ? c.json({ resultado: taken.value }, 200, { 'Cache-Control': 'no-store' })
      : problemAnswer(taken.problem);
  }
}

const unproved = (why: string) => problemAnswer({ code: 'unauthorised', text: `signature: ${why}` });

/** A paper leaves room for the small writes, as customers' own do (F33). */
const roomFor = ({ room }: World, { type }: Report, bytes: number): (() => void) | null =>
  type === 'reembolso.adjunto' ? room.take(bytes) : room.any() ? () => {} : null;

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
