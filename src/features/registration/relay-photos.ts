import { createContext, useContext, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { type FileAnswer, fileOf } from '#forms/answers.ts';
import { type Drafts, RELAY_DRAFT, type UnkeptCode } from '#outbox/drafts.ts';
import { openFromRelay, sealForRelay } from '#session/photo-relay.ts';

export type RelayPhotos = Readonly<Record<string, FileAnswer | null>>;

/** The drafts of this page's visitor; the app provides them around the visitor's screens. */
export const VisitorDraftsContext = createContext<Drafts | null>(null);

interface Kept {
  /** What was taken for this code before the page ended; undefined until it is read. */
  photos: RelayPhotos | undefined;
  /** Keeps what is there now. */
  keep: (photos: RelayPhotos) => void;
  /** Sent, or the code is over: nothing stays on this phone. */
  end: () => Promise<void>;
  /** Resolves when everything is on the device. */
  flush: () => Promise<unknown>;
  unkept: UnkeptCode | null;
}

/**
 * The photos of a code, kept on this phone until they are sent. They lie under the code's key inside the device's own: whoever
 * has the phone and not the code opens nothing.
 */
export function useRelayPhotos(code: string, sides: readonly string[]): Kept {
  const drafts = useContext(VisitorDraftsContext);
  if (!drafts) throw new Error('VisitorDraftsContext is missing above this screen');
  const [read, setRead] = useState<RelayPhotos>();
  const [now, setNow] = useState<RelayPhotos>({});
  const [ended, setEnded] = useState<string | null>(null);
  // Sealing takes time, and what was removed must not be kept after all.
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  const unkept = useSyncExternalStore(drafts.subscribe, () => drafts.unkept(RELAY_DRAFT));
  const asked = sides.join('-');

  const open = useEffectEvent(async () => {
    await drafts.removeOld();
    const found = await photosOf(drafts, code);
    // Those of an earlier code open no more.
    if (Object.keys(found).length === 0) await drafts.discard(RELAY_DRAFT);
    return found;
  });
  useEffect(() => {
    if (asked === '') return;
    // Without storage it works all the same.
    void open()
      .catch(() => ({}))
      .then(setRead);
  }, [asked]);

  // Sealed anew for each code: the page stays when another one is scanned.
  useEffect(() => {
    if (ended === code) return;
    const keepAll = async () => {
      for (const [side, photo] of Object.entries(now)) await keepSide(drafts, code, side, photo);
    };
    writing.current = writing.current.then(keepAll).catch(() => undefined);
  }, [drafts, code, now, ended]);

  return {
    photos: read,
    keep: setNow,
    async end() {
      setEnded(code);
      await writing.current;
      await drafts.discard(RELAY_DRAFT).catch(() => undefined);
    },
    flush: () => writing.current,
    unkept,
  };
}

async function keepSide(drafts: Drafts, code: string, side: string, photo: FileAnswer | null): Promise<void> {
  if (!photo) return drafts.removeFile(RELAY_DRAFT, side);
  const { name, type, bytes } = photo;
  const sealed = new TextEncoder().encode(await sealForRelay(code, [{ side, name, type, bytes }]));
  await drafts.saveFile(RELAY_DRAFT, side, { name: side, type: 'text/plain', bytes: sealed.buffer });
}

async function photosOf(drafts: Drafts, code: string): Promise<RelayPhotos> {
  const draft = await drafts.load(RELAY_DRAFT);
  const photos: Record<string, FileAnswer> = {};
  for (const { bytes } of Object.values(draft?.files ?? {})) {
    const [opened] = (await openFromRelay(code, new TextDecoder().decode(bytes))) ?? [];
    const photo = opened && fileOf(opened);
    if (opened && photo) photos[opened.side] = photo;
  }
  return photos;
}
