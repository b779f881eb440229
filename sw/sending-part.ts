/** What the worker's second script does: it sends what waits, and tells the customer of news (sw/sending.ts). */
export interface Sending {
  /** Answers how many items still wait to be sent. */
  deliver(): Promise<number>;
  /** @throws when something still waits that a later try could send */
  deliverOnSync(lastChance: boolean): Promise<void>;
  /** A push arrived; `read` gives what it carried. */
  pushed(read: () => unknown): Promise<void>;
  /** A notification was tapped. */
  tapped(notification: Notification): Promise<void>;
  /** A notification was put away. */
  putAway(): Promise<void>;
  /** The browser changed the subscription by itself. */
  subscriptionChanged(): Promise<void>;
}

/** Where the second script leaves itself. */
export interface SendingScope {
  sending?: Sending;
}

interface Scope extends SendingScope {
  fetch(address: string): Promise<Response>;
  importScripts(address: string): void;
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): unknown };
  };
}

/**
 * The worker's second script: database, keys and outbox, five sixths of its code. A worker that only serves files never reads
 * it. A browser keeps what a worker imports while it is being installed, and gives it again later without a connection; what
 * was not imported then, never.
 *
 * @param address the script's address, with the hash of its bytes
 */
export function sendingPart(scope: Scope, address: string) {
  const policy = scope.trustedTypes?.createPolicy('amparo', {
    createScriptURL(url) {
      if (url !== address) throw new TypeError('script address of another part');
      return url;
    },
  });
  const read = (): Sending => {
    // TypeScript's types know script addresses as texts only.
    if (!scope.sending) scope.importScripts((policy?.createScriptURL(address) ?? address) as string);
    if (!scope.sending) throw new Error(`${address} sends nothing`);
    return scope.sending;
  };
  return {
    /** Downloads it without holding the worker up, as an import does. @throws when it does not come */
    download: async (): Promise<void> => {
      const response = await scope.fetch(address);
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      await response.arrayBuffer();
    },
    /** @throws when it was not imported during the install */
    read,
  };
}

export type SendingPart = ReturnType<typeof sendingPart>;
