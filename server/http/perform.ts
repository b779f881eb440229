import { endpoints } from '#contract/endpoints.ts';
import { fail, type Result } from '#contract/result.ts';
import { writerFor } from '../accounts/still-signed-in.ts';
import type { World } from '../handler.ts';
import { handlers } from '../handlers.ts';
import { type AnyCall, identify } from './receive.ts';

/** Has a row's handler answer a call that was received and accepted. What a caller with tokens writes looks at them again (S29). */
export async function perform(world: World, name: keyof typeof handlers, call: AnyCall): Promise<Result<unknown>> {
  // The table's rows and the handlers' types are tied by `satisfies` in handlers.ts; here the row is known at run time only.
  const handler = handlers[name] as unknown as (called: AnyCall) => Promise<Result<unknown>>;
  if (!call.who) return handler(call);
  const writer = writerFor(world, call.who);
  const done = await handler({ ...call, db: writer.db as AnyCall['db'] }).catch((error: unknown) => {
    if (!writer.refused()) throw error;
    return null;
  });
  if (done !== null && !writer.refused()) return done;
  const now = await identify(world, endpoints[name], call.shown);
  return now.ok ? fail('unauthorised') : now;
}
