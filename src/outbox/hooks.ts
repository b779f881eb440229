import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { beforeItEnds } from '#senses/page.ts';
import { useLive, useRead } from '#session/hooks.ts';
import type { Outbox } from './create-outbox.ts';
import type { Draft, Drafts, Elsewhere, UnkeptCode } from './drafts.ts';
import type { QueuedItem } from './list.ts';
import type { OutgoingFile } from './ports.ts';
import type { Fraction } from './progress.ts';
import type { QueueReceipt } from './receipts.ts';
import type { Received, ReceivedFile } from './received.ts';

/** The rooms a screen writes to. */
export const OutboxContext = createContext<{ outbox: Outbox; drafts: Drafts } | null>(null);

export function useOutbox(): Outbox {
  return useRooms().outbox;
}

export function useDrafts(): Drafts {
  return useRooms().drafts;
}

/** The queue, live across tabs and the worker. Empty until it is read; at first as this page last read it. */
export function useQueue(): readonly QueuedItem[] {
  const { outbox } = useRooms();
  return useLive((): Promise<readonly QueuedItem[]> => outbox.list(), [outbox], outbox.lastList()) ?? nothing;
}

/** How far this page has sent an item, from 0 to 1; null while unknown, undefined while this page does not send it. */
export function useProgress(key: string): Fraction | undefined {
  const { progress } = useRooms().outbox;
  return useSyncExternalStore(progress.subscribe, progress.now).get(key);
}

/** The receipt of a command; undefined until it is read, null when there is none. */
export function useReceipt(key: string): QueueReceipt | null | undefined {
  const { outbox } = useRooms();
  return useLive(() => outbox.receipt(key), [outbox, key]);
}

/** Where a queued command stands. */
export interface Standing {
  /** Undefined until it is read, null when there is none. */
  receipt: QueueReceipt | null | undefined;
  item: QueuedItem | undefined;
  /** As it was last seen in the queue. */
  last: QueuedItem | undefined;
  /** It is neither queued nor has a receipt: it was discarded, or corrected and queued again under a new key. */
  gone: boolean;
}

/**
 * A command's receipt or its item in the queue. One live query may see it leave the queue before the other sees its receipt.
 * In between it stays as it was. It is gone only after a check of the queue first and the receipts second, which misses neither.
 */
export function useStanding(key: string): Standing {
  const outbox = useOutbox();
  const receipt = useReceipt(key);
  const now = useQueue().find((one) => one.key === key);
  const [before, setBefore] = useState(now);
  if (now && now !== before) setBefore(now);
  const missing = receipt === null && !now;
  const gone = useRead(
    missing ? key : null,
    async () => !(await outbox.list()).some((one) => one.key === key) && (await outbox.receipt(key)) === null,
    [outbox],
  );
  const isGone = gone === true;
  const item = now ?? (missing && !isGone && before?.key === key ? before : undefined);
  return { receipt, item, gone: isGone, last: before };
}

export interface DraftInHand {
  /** The draft on the device when the form opened; undefined until it is read, null when there was none. */
  draft: Draft | null | undefined;
  save(form: unknown): void;
  saveFile(part: string, file: OutgoingFile): ReturnType<Drafts['saveFile']>;
  removeFile(part: string): Promise<void>;
  discard(): Promise<void>;
  /** Writes delayed saves at once, before a camera or another page takes over. Whether all of the draft is on the device then. */
  flush(): Promise<boolean>;
  /** Why the last change is not on the device; the write is tried again (F36). */
  unkept: UnkeptCode | null;
  /** What another tab did with this draft. */
  elsewhere: Elsewhere | null;
  /** For a file that was ready after the form was left. */
  saveLate(part: string, file: OutgoingFile, before: OutgoingFile | undefined, form: unknown): void;
  /** Goes on with this form as a draft of its own, whatever the other tab did. Save it to keep it. */
  goOn(): void;
  /** Reads the draft again as the other tab left it; `draft` changes. */
  readAgain(): void;
}

/** A form's draft and the functions that save its changes. Written when the page hides (F27) or the form closes. */
export function useDraft(id: string): DraftInHand {
  const { drafts } = useRooms();
  const [turn, setTurn] = useState(0);
  const unkept = useSyncExternalStore(drafts.subscribe, () => drafts.unkept(id));
  const elsewhere = useSyncExternalStore(drafts.subscribe, () => drafts.elsewhere(id));
  useEffect(() => drafts.watch(id), [drafts, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is of another draft.
  useEffect(() => {
    const stop = beforeItEnds(() => drafts.flush());
    return () => {
      stop();
      void drafts.flush();
    };
  }, [drafts, id, turn]);
  // A form that opened empty would be kept over the draft that lies there (F65).
  const readAhead = () => {
    const draft = drafts.loaded(id);
    return draft === undefined ? null : { draft };
  };
  const read = useRead(id, async () => ({ draft: await drafts.load(id) }), [drafts, turn], readAhead);

  return {
    draft: read?.draft,
    save: useCallback((form) => drafts.save(id, form), [drafts, id]),
    saveFile: useCallback((part, file) => drafts.saveFile(id, part, file), [drafts, id]),
    removeFile: useCallback((part) => drafts.removeFile(id, part), [drafts, id]),
    discard: useCallback(() => drafts.discard(id), [drafts, id]),
    flush: useCallback(async () => {
      const written = await drafts.flush();
      return written.ok && drafts.unkept(id) === null && drafts.elsewhere(id) !== 'gone';
    }, [drafts, id]),
    unkept,
    elsewhere,
    saveLate: useCallback((...late) => void drafts.saveLate(id, ...late), [drafts, id]),
    goOn: useCallback(() => drafts.release(id), [drafts, id]),
    readAgain: useCallback(() => setTurn((before) => before + 1), []),
  };
}

const nothing: readonly QueuedItem[] = [];

function useRooms(): { outbox: Outbox; drafts: Drafts } {
  const rooms = useContext(OutboxContext);
  if (!rooms) throw new Error('OutboxContext is missing above this screen');
  return rooms;
}

/** Files that other apps shared with Amparo, and what one can do with them. */
export interface ReceivedFiles extends Pick<Received, 'open' | 'remove' | 'claim'> {
  /** Those of the open session's customer. */
  files: readonly ReceivedFile[];
  /** The ids of those that nobody claimed yet, and that the customer has not disowned. */
  unclaimed: readonly string[];
  /** The customer says that they did not share these. They are not asked again while the session is open. */
  disown(ids: readonly string[]): void;
}

const noFiles: readonly ReceivedFile[] = [];
const noIds: readonly string[] = [];

/** Outside of the signed-in area nothing is offered. */
const ReceivedContext = createContext<ReceivedFiles>({
  files: noFiles,
  unclaimed: noIds,
  open: async () => null,
  remove: async () => undefined,
  claim: async () => ({ ok: true, value: 0 }),
  disown: () => undefined,
});

/** Reads the list of shared files once, for all screens and fields of the signed-in area. */
export function ReceivedProvider({ received, children }: { received: Received; children: ReactNode }) {
  const files = useLive(() => received.list(), [received]) ?? noFiles;
  const found = useLive(() => received.unclaimed(), [received]) ?? noIds;
  const [disowned, setDisowned] = useState(noIds);
  const value = useMemo(
    (): ReceivedFiles => ({
      files,
      unclaimed: found.filter((id) => !disowned.includes(id)),
      open: received.open,
      remove: received.remove,
      claim: received.claim,
      disown: (ids) => setDisowned((before) => [...before, ...ids]),
    }),
    [received, files, found, disowned],
  );
  return createElement(ReceivedContext, { value }, children);
}

export const useReceived = (): ReceivedFiles => useContext(ReceivedContext);
