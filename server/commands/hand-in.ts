import type { AnswerOf } from '#contract/endpoints.ts';
import { type CommandName, type RequestEndpoint, type RequestEvent, requestKinds } from '#contract/requests.ts';
import { ok, type Result } from '#contract/result.ts';
import { today } from '#rules/dates.ts';
import { zoneFor } from '#rules/time-zones.ts';
import type { Transaction } from '../database/open.ts';
import type { Call } from '../handler.ts';
import type { DataOf } from '../outgoing/outgoing.ts';
import { runOnce, takeOfYear } from './run-once.ts';

/** What a request had as its effect. */
export interface HandedIn<K extends CommandName> {
  /** What the customer can quote. */
  numero: string;
  made: Omit<AnswerOf<RequestEndpoint<K>>, 'recibo'>;
  /** What the insurer's systems are told; asked for only where there is a receiver. */
  told: () => DataOf<RequestEvent<K>> | Promise<DataOf<RequestEvent<K>>>;
}

/**
 * The only way that a queued request takes effect. Its key, its effect, its number, the event for the insurer's systems and the
 * receipt stand in one transaction or not at all.
 *
 * @param effect is given the number that the customer can quote, by kind and year, for a running number
 */
export function handIn<K extends CommandName>(
  kind: K,
  call: Pick<
    Call<RequestEndpoint>,
    'db' | 'clock' | 'hash' | 'outgoing' | 'who' | 'key' | 'fingerprint' | 'attempts' | 'files'
  >,
  effect: (tx: Transaction, numberOf: (serial: number) => string) => Promise<Result<HandedIn<K>>>,
) {
  const { letter, event } = requestKinds[kind];
  const { clock, key, fingerprint, outgoing, files } = call;
  const { id: owner, residenciaFiscal } = call.who.customer;
  const year = () => today(clock(), zoneFor(residenciaFiscal)).slice(0, 4);
  const numberOf = (serial: number) => `${letter}-${year()}-${String(serial).padStart(6, '0')}`;
  return runOnce(call, { owner, key, fingerprint, name: kind }, async (tx) => {
    const refused = await takeOfYear(tx, call, files.length);
    if (refused) return refused;
    const done = await effect(tx, numberOf);
    if (!done.ok) return done;
    const { numero, made, told } = done.value;
    await outgoing.tell<RequestEvent<K>>(tx, owner, event, told);
    return ok({ recibo: { clave: key, tipo: kind, numero, fecha: clock().toISOString() }, ...made });
  });
}
