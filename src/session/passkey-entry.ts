import { fail, type Result } from '#contract/result.ts';
import { passkeysHere } from '#database/keyring.ts';
import type { Calls } from './calls.ts';
import { findEnvelopes, passkeysInUse } from './envelopes.ts';
import { recover } from './sealed-queue.ts';
import type { Session } from './session.ts';
import type { SessionSettings } from './settings.ts';
import type { SignedIn } from './sign-in.ts';
import type { Tokens } from './tokens.ts';

interface PasskeyPorts {
  settings: SessionSettings;
  tokens: Tokens;
  calls: Calls;
  /** Ends a sign-in: mirrors what came with it and tells the pages. */
  welcome: (entered: Result<SignedIn>) => Promise<Result<{ waiting: number }>>;
  changed: () => Promise<void>;
}

type PasskeyPart = Pick<
  Session,
  | 'openSealedByPasskey'
  | 'addPasskey'
  | 'unlockByPasskey'
  | 'signInAgainByPasskey'
  | 'canHoldPasskey'
  | 'passkeysHere'
  | 'removePasskeyHere'
>;

/** The session's passkeys (D56). Their code is loaded when the first one is used. */
export function createPasskeyEntry({ settings, tokens, calls, welcome, changed }: PasskeyPorts): PasskeyPart {
  const { db, loadPasskeys } = settings;

  /** @param again sign in again the open session's customer, whose session ended at the server */
  async function byPasskey(offered: boolean, again: boolean): Promise<Result<{ waiting: number }>> {
    const who = again ? await tokens.open() : null;
    if (!loadPasskeys || (again && !who)) return fail('unauthorised');
    const { enterByPasskey, authenticator } = await loadPasskeys();
    const entered = await welcome(await enterByPasskey(settings, authenticator, offered, who));
    // The failure may have removed a passkey that the server no longer knows.
    if (!entered.ok) await changed();
    return entered;
  }

  return {
    unlockByPasskey: (offered = false) => byPasskey(offered, false),
    signInAgainByPasskey: () => byPasskey(false, true),

    async addPasskey(password, name) {
      const who = await tokens.open();
      if (!who || !loadPasskeys) return fail('unauthorised');
      const { addPasskey, authenticator } = await loadPasskeys();
      const added = await addPasskey(settings, authenticator, calls.call, who, password, name);
      await changed();
      return added;
    },

    async openSealedByPasskey() {
      const who = await tokens.open();
      if (!who || !loadPasskeys) return fail('unauthorised');
      const aside = (await findEnvelopes(db, who.email))?.aside.map(({ owner }) => owner) ?? [];
      const { authenticator, opensAside } = await loadPasskeys();
      const asked = await authenticator.get(null, await passkeysHere(db, aside), false);
      if (!asked.ok) return asked;
      const opened = await recover(db, who, opensAside(db, who, asked.value.made));
      const isOther = !opened.ok && opened.problem.code === 'bad-credentials';
      return isOther
        ? fail('bad-credentials', { text: 'No pudimos abrirlo así. Escribe tu contraseña anterior' })
        : opened;
    },

    canHoldPasskey: async () => (loadPasskeys ? (await loadPasskeys()).authenticator.canHold() : false),

    async passkeysHere() {
      const who = await tokens.open();
      return passkeysInUse(db, who ? [who.owner] : undefined);
    },

    async removePasskeyHere(credential) {
      await db.vault.delete(`passkey:${credential}`);
      await changed();
    },
  };
}
