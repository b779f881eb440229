import { atMost } from '#ports/limit.ts';
import { thisMachine } from '#ports/machine.ts';

declare global {
  interface Window {
    /**
     * Loads the page again, with the version that waits where one does (boot.js): the server may no longer have what this one
     * lacks. `mayReload` is asked first.
     */
    reloadWhole?: (mayReload?: () => boolean) => void;
  }
}

/** The code of a part of the app did not come: no defect, and mostly a missing connection. */
export class MissingPart extends Error {
  /** Whether the server answers, so that only another page brings it. The next try loads that. */
  readonly isAnswered: boolean;

  constructor(cause: unknown, isAnswered = false) {
    super('a part of the app did not come', { cause });
    this.isAnswered = isAnswered;
  }
}

/** Names the failure of an import as what it is. */
export const missing = (cause: unknown): never => {
  throw new MissingPart(cause);
};

/** A younger page is not loaded again: where a part never comes, that would have no end. */
const YOUNG_MS = 10_000;

/** On a line that has fallen silent nobody waits for longer to be told. */
const ANSWER_MS = 3000;

interface Part<Of extends unknown[], Code> {
  /** Brings it where the customer asks for it, or a retry does. */
  (...of: Of): Promise<Code>;
  /** Brings it before anybody asks. Never rejects. */
  ahead(...of: Of): Promise<void>;
}

/**
 * A part of the app whose code comes when it is wanted. Browsers keep a failed import for the life of its page, so that a later
 * try fails without a request (whatwg/html#6768). After a second failure the page is loaded again, if the server answers: its
 * forms keep themselves when it is left. The start page's do not, and it says so before.
 */
export function part<Of extends unknown[], Code>(load: (...of: Of) => Promise<Code>): Part<Of, Code> {
  let hasFailed = false;
  const bring = async (...of: Of): Promise<Code> => {
    try {
      return await load(...of);
    } catch (cause) {
      const isAnswered = await isOldAndAnswered();
      if (hasFailed && isAnswered) {
        window.reloadWhole?.();
        return new Promise(() => {});
      }
      hasFailed = true;
      throw new MissingPart(cause, isAnswered);
    }
  };
  const ahead = (...of: Of): Promise<void> =>
    load(...of).then(
      () => {},
      () => {
        hasFailed = true;
      },
    );
  return Object.assign(bring, { ahead });
}

async function isOldAndAnswered(): Promise<boolean> {
  if (!window.reloadWhole || thisMachine.steady() < YOUNG_MS) return false;
  // A worker answers no HEAD from what is stored.
  const answered = fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  return (await atMost(answered, thisMachine.timers, ANSWER_MS)) ?? false;
}
