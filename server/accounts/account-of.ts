import type { Account } from '#contract/account.ts';
import type { World } from '../handler.ts';
import type { Customer } from './bearer.ts';
import { knownDevice } from './known-device.ts';
import type { Opened } from './tokens.ts';

/** The account as each way in answers it, with the tokens of its sign-in. */
export const accountOf = (
  { clock, hash }: Pick<World, 'clock' | 'hash'>,
  { id, nif, nombre, residenciaFiscal }: Customer,
  { internal, renovacion }: Opened,
  installation: string | undefined,
): Account => ({
  ...{ id, nif, nombre, token: internal, residenciaFiscal, renovacion },
  ...knownDevice(clock, hash, id, installation),
});
