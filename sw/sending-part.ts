import { bringWhole } from './whole-file.ts';

/** The work of the worker's second script: sending the queue, bringing what is new and showing push notifications (sw/sending.ts). */
export interface Sending {
  /** @throws when a later try could still send something */
  deliverOnSync(lastChance: boolean): Promise<void>;
  /** The browser woke the worker for what is new (periodic background sync). */
  refresh(): Promise<void>;
  /** A push arrived; `read` returns its data. */
  pushed(read: () => unknown): Promise<void>;
  /** A notification was tapped. */
  tapped(notification: Notification): Promise<void>;
  /** A notification was dismissed. */
  putAway(): Promise<void>;
  /** Another app shared files. */
  received(request: Request): Promise<Response>;
  /** The browser changed the subscription by itself. */
  subscriptionChanged(): Promise<void>;
}

/** The worker's global scope, in which the second script registers itself. */
export interface SendingScope {
  sending?: Sending;
}

interface Scope extends SendingScope {
  fetch(address: string, options: Pick<RequestInit, 'cache' | 'integrity' | 'signal'>): Promise<Response>;
  importScripts(address: string): void;
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): unknown };
  };
}

/**
 * The worker's second script: database, keys and outbox, five sixths of its code. A worker that only serves files never runs
 * it. A worker can later import offline only the scripts that it imported during its installation.
 *
 * @param address the script's address, with the hash of its bytes
 * @param integrity the same hash, as the browser checks it; '' where nothing was built
 */
export function sendingPart(scope: Scope, address: string, integrity: string) {
  const policy = scope.trustedTypes?.createPolicy('amparo', {
    createScriptURL(url) {
      if (url !== address) throw new TypeError('script address of another part');
      return url;
    },
  });
  const read = (): Sending => {
    // TypeScript's types do not know trusted script addresses.
    if (!scope.sending) scope.importScripts((policy?.createScriptURL(address) ?? address) as string);
    if (!scope.sending) throw new Error(`${address} sends nothing`);
    return scope.sending;
  };
  return {
    /** Downloads it beforehand, since the import itself blocks the worker. @throws when it does not come */
    download: async (): Promise<void> => {
      const whole = await bringWhole(address, 'default', (how) => scope.fetch(address, { ...how, integrity }));
      await whole.arrayBuffer();
    },
    /** Runs the script at the first call. @throws when it was not imported during the installation */
    read,
  };
}

export type SendingPart = ReturnType<typeof sendingPart>;
