import { eq } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { note } from '../audit/trail.ts';
import { devices, renewals } from '../database/schema.ts';
import type { Call, Handler } from '../handler.ts';
import { hashOf } from '../secrets.ts';
import { accountOf } from './account-of.ts';
import { endDevices, endingOf } from './end-devices.ts';
import { noteInstallation } from './installations.ts';
import { lockAccount } from './still-signed-in.ts';
import { exchangeRenewal, familyOf, judgeRenewal } from './tokens.ts';

/**
 * POST /usuarios/renovar: new tokens for a renewal token (D76), without a password. One whose successor was used is known to two:
 * the sign-in ends, and is told as its owner's ending is (S26).
 */
export const renewSession: Handler<'renewSession'> = async (call) => {
  const { db, news, attempts, input } = call;
  const [device] = await db
    .select({ id: devices.id, customerId: devices.customerId })
    .from(renewals)
    .innerJoin(devices, eq(devices.id, renewals.deviceId))
    .where(eq(renewals.family, hashOf(familyOf(input.renovacion))));
  const wait = device ? await attempts.take('renewalPerDevice', device.id) : 0;
  const renewed = device ? await renew(call, device.customerId, wait) : fail('unauthorised');
  if (renewed.ok) return renewed;
  if (renewed.problem.code === 'session-ended') news.sendSoon();
  const ending = await endingOf(db, [familyOf(input.renovacion)]);
  return ending ? fail('session-ended', ending.erase ? { erase: true } : {}) : renewed;
};

/** @param wait seconds until the device's next exchange. A token that is known to two ends the sign-in all the same */
function renew(
  call: Call<'renewSession'>,
  customerId: string,
  wait: number,
): Promise<Result<AnswerOf<'renewSession'>>> {
  const { db, input } = call;
  return db.transaction(async (tx) => {
    const customer = await lockAccount(tx, call, customerId);
    if (!customer) return fail('unauthorised');
    const common = await call.commonClock(tx);
    const judged = await judgeRenewal(tx, common, input.renovacion);
    if (!('deviceId' in judged)) return fail('unauthorised');
    const { deviceId } = judged;
    if (judged.is === 'reused') {
      await endDevices(tx, async () => common, customerId, { only: deviceId });
      await note(tx, common, { actor: 'customer', event: 'renewal-reused', customerId, deviceId });
      return fail('session-ended');
    }
    if (wait > 0) return fail('rate-limited', { retryAfter: wait });
    const by = { clock: common, hash: call.hash };
    const tokens = await exchangeRenewal(tx, by, judged, input.renovacion, judged.is === 'again');
    const seen = tx.update(devices).set({ seen: common() }).where(eq(devices.id, deviceId));
    const [device] = await seen.returning({ installation: devices.installation });
    const installation = device?.installation ?? undefined;
    if (installation !== undefined) await noteInstallation(tx, common, customerId, installation);
    return ok({ usuario: accountOf(call, customer, tokens, installation), accessToken: tokens.access });
  });
}
