import { type Api, createApi } from '#api/create-api.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { createMirror } from '#mirror/create-mirror.ts';
import type { Mirror } from '#mirror/mirror.ts';
import type { CommandKinds } from '#outbox/commands.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { createOutbox, type Outbox } from '#outbox/create-outbox.ts';
import type { Drafts } from '#outbox/drafts.ts';
import type { LockPort } from '#outbox/ports.ts';
import { createReceived, type Received } from '#outbox/received.ts';
import type { Machine } from '#ports/machine.ts';
import { createSession } from '#session/create-session.ts';
import type { Session } from '#session/session.ts';
import type { SessionSettings } from '#session/settings.ts';

/** Everything that a device takes from where it runs: a page, the worker, a test, a bench or a simulator. */
export interface DevicePorts extends Machine {
  /** The name of the database; without it, the app's. */
  name?: string;
  fetch: typeof fetch;
  /** Makes the XMLHttpRequest of an upload whose progress is shown; a worker has none. */
  xhr?: () => XMLHttpRequest;
  /** Where the product's own backend stands, and the integration host. */
  apiBase: string;
  hostBase: string;
  lock: LockPort;
  /** False only when there is surely no network. */
  online?: () => boolean;
  /** Names this page or worker in the claims of items; without it, a new id. */
  id?: string;
  /** PBKDF2 rounds of new envelopes. */
  rounds?: number;
  /** Asks the browser not to clear this device's storage. */
  keepStorage?: () => Promise<boolean>;
  /** Loads the passkey code and the browser's authenticator; absent where nobody unlocks. */
  loadPasskeys?: SessionSettings['loadPasskeys'];
  commands?: CommandKinds;
  tell?: {
    /** After each sign-in, lock, logout and start. */
    session?: SessionSettings['onChange'];
    /** The server could not be told of a lock. */
    untold?: SessionSettings['onUntold'];
    /** Something new waits to be sent. */
    waiting?(): void;
    /** Whether this app is too old for its backend (D51). */
    outdated?(is: boolean): void;
    /** A page of a newer version has changed the tables (F22). */
    overtaken?(): void;
    /** Whether a page of an earlier version keeps this one from opening the database (F22). */
    blocked?(is: boolean): void;
  };
}

/** The rooms of a device, over one database. Each page and the worker have their own. */
export interface Device {
  db: Database;
  api: Api;
  session: Session;
  mirror: Mirror;
  outbox: Outbox;
  drafts: Drafts;
  received: Received;
}

/** Wires the rooms of a device, for everybody who needs one. The database opens at its first use. */
export function createDevice(ports: DevicePorts): Device {
  const {
    clock,
    steady,
    timers,
    random,
    uuid,
    fetch,
    xhr,
    apiBase,
    hostBase,
    lock,
    online,
    rounds,
    keepStorage,
    tell,
  } = ports;
  const db = createDatabase(ports.name, {
    machine: { clock, timers, uuid },
    ...(tell?.overtaken && { onOvertaken: tell.overtaken }),
    ...(tell?.blocked && { onBlocked: tell.blocked }),
  });
  const api = createApi({
    ...{ fetch, apiBase, hostBase, clock, steady, timers },
    ...(xhr && { xhr }),
    ...(tell?.outdated && { onOutdated: tell.outdated }),
  });
  const session = createSession({
    ...{ db, api, clock },
    ...(rounds !== undefined && { rounds }),
    ...(tell?.session && { onChange: tell.session }),
    ...(tell?.untold && { onUntold: tell.untold }),
    ...(ports.loadPasskeys && { loadPasskeys: ports.loadPasskeys }),
    onSignedIn: (policies, owner) => mirror.seedPolicies(policies, owner),
    onRenewed: () => outbox.resumeParked(),
  });
  const mirror = createMirror({ db, session, clock });
  const drafts = createDrafts({ db, clock });
  const outbox = createOutbox({
    ...{ db, session, mirror, drafts, clock, lock, random },
    id: ports.id ?? uuid(),
    ...(online && { online }),
    ...(keepStorage && { keepStorage }),
    ...(tell?.waiting && { poke: tell.waiting }),
    ...(ports.commands && { commands: ports.commands }),
  });
  const received = createReceived({ db, clock, session });
  return { db, api, session, mirror, outbox, drafts, received };
}
