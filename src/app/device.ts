import type { MirrorTable } from '#database/rows.ts';
import { createDevice, type Device } from '#device/create-device.ts';
import { collections, policies } from '#mirror/collections.ts';
import { webLock } from '#outbox/web-lock.ts';
import { thisMachine } from '#ports/machine.ts';
import { onSense } from '#senses/page.ts';
import { missing } from '#senses/part.ts';
import { shareHeldKeys } from '#session/pages.ts';
import { apiBase, hostBase } from '#settings/settings.ts';
import { type Hint, writeHint } from './hint.ts';
import { keepStorageOnce } from './keep-storage.ts';
import { giveNotice, lossText, SESSION_ENDED } from './notice.ts';
import { noteUseful } from './offers-note.ts';
import { tellAgain } from './tell-again.ts';
import { whetherBlocked, whetherOutdated, whetherOvertaken } from './version.ts';

let made: Device | null = null;

/** The page's database, session, mirror and outbox, created at first use. */
export function device(): Device {
  made ??= compose();
  return made;
}

/** Opens the customer and their policies beforehand, so that the first screen renders complete at once. */
export async function readAhead(): Promise<void> {
  const { session, mirror } = device();
  if (mirror.peek(policies)) return;
  const [place] = await Promise.all([mirror.locate(policies), session.customer()]);
  if (place) await mirror.readAt(place);
}

/**
 * Opens the first rows of a collection in memory, where a screen finds them at its first paint.
 *
 * @param anew reads again what is there; otherwise that stays
 */
export async function openAhead(name: MirrorTable, policyId?: string, anew = false): Promise<void> {
  const { mirror } = device();
  if (!anew && mirror.peek(collections[name], policyId)) return;
  const place = await mirror.locate(collections[name], policyId);
  if (place) await mirror.readAt(place, 'first');
}

/**
 * Reads what was begun of a new request, so that its form comes at once.
 *
 * @param policyId of a refund; undefined for a ticket
 */
export async function openBegunAhead(policyId?: string): Promise<void> {
  const { NEW_TICKET_DRAFT, newRefundDraft } = await import('#requests/open-drafts.ts');
  device().drafts.loadAhead(policyId === undefined ? NEW_TICKET_DRAFT : newRefundDraft(policyId));
}

/** The first paint of home waits no longer than this for what stands below the policies. */
const MAX_WAIT_MS = 500;

/**
 * Opens beforehand what home shows, so that nothing of it comes late (F50). Never throws.
 *
 * @param isKept whether home still stands drawn, and nothing has to be opened
 */
export async function openHome(index: string | undefined, isKept: () => boolean): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([openUnlessKept(index, isKept).catch(() => undefined), late]);
}

async function openUnlessKept(index: string | undefined, isKept: () => boolean): Promise<void> {
  const { openHome: open } = await import('#features/home/open-home.ts');
  // A form that is being left is still being written, which lets the kept home go.
  await device().drafts.flush();
  if (!isKept()) await open(device(), index);
}

/**
 * Says that the browser cleared the storage, where the hint knows of somebody and nobody has signed in since the database was
 * made (F19). Call it with the hint as it was before the session was started.
 */
export async function tellLoss({ open, greeted, waiting }: Hint): Promise<void> {
  const knew = open || greeted || waiting > 0;
  if (!knew || (await device().db.vault.get('new')) === undefined) return;
  giveNotice(lossText(waiting));
  writeHint({ open: false, waiting: 0 });
}

/** Drops what `readAhead` opened, because the session turned out to be over. */
export function forgetAhead(): void {
  device().mirror.forget();
}

function compose(): Device {
  const untold = tellAgain(() => made.session.tellLock(), thisMachine.timers);
  const made: Device = createDevice({
    ...thisMachine,
    fetch: (...request) => fetch(...request),
    xhr: () => new XMLHttpRequest(),
    apiBase,
    hostBase,
    lock: webLock(),
    online: () => navigator.onLine,
    keepStorage: keepStorageOnce,
    loadPasskeys: async () => {
      const [passkeys, { browserAuthenticator: authenticator }] = await Promise.all([
        import('#session/passkeys.ts'),
        import('#session/browser-authenticator.ts'),
      ]).catch(missing);
      return { ...passkeys, authenticator };
    },
    tell: {
      session({ state, waiting, passkey, ended = false, greeted = false }) {
        const change = { open: state === 'open', waiting, ended, greeted: greeted && state === 'locked' };
        writeHint({ ...change, ...(passkey !== undefined && { passkey }) });
        if (ended) giveNotice(SESSION_ENDED);
      },
      untold() {
        // This page or the worker tells the server, whichever runs first.
        untold();
        registerSync();
      },
      waiting() {
        noteUseful();
        registerSync();
      },
      outdated: whetherOutdated.set,
      overtaken: () => whetherOvertaken.set(true),
      blocked(is) {
        whetherBlocked.set(is);
        // Where nothing stands yet, the boot script says it.
        document.documentElement.toggleAttribute('data-crowded', is);
      },
    },
  });
  // Frozen, it would hear of no newer version, and keep that one from opening the database (F22). The next use opens it again.
  onSense(['frozen'], () => made.db.close({ disableAutoOpen: false }));
  // Before any unlock, by whomever: a page that held keys before could not say that it has them.
  shareHeldKeys(made.db);
  return made;
}

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the service worker once there is a connection. Safari and Firefox lack this. */
function registerSync(): void {
  navigator.serviceWorker?.ready
    .then((registration) => (registration as SyncRegistration).sync?.register('amparo-outbox'))
    .catch(() => {
      // Browsers refuse it in private mode or without permission. Pages still deliver.
    });
}
