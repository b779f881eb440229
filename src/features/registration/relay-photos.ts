import { createContext, useContext, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { type FileAnswer, fileOf } from '#forms/answers.ts';
import { type Drafts, RELAY_DRAFT } from '#outbox/drafts.ts';
import { openFromRelay, sealForRelay } from '#session/photo-relay.ts';

export type RelayPhotos = Readonly<Record<string, FileAnswer | null>>;

/** The visitor's drafts. The app provides them to the visitor's screens. */
export const VisitorDraftsContext = createContext<Drafts | null>(null);

/**
 * The photos of a code, stored on this phone until they are sent. They are sealed with the code's key and again with the
 * device's, so a person with the phone but without the code cannot open them.
 */
export function useRelayPhotos(code: string, sides: readonly string[]) {
  const drafts = useContext(VisitorDraftsContext);
  if (!drafts) throw new Error('VisitorDraftsContext is missing above this screen');
  const [read, setRead] = useState<RelayPhotos>();
  const [now, setNow] = useState<RelayPhotos>({});
  const [ended, setEnded] = useState<string | null>(null);
  // Writes run in order: sealing takes time, and a removed photo must not be written afterwards.
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  const unkept = useSyncExternalStore(drafts.subscribe, () => drafts.unkept(RELAY_DRAFT));
  const asked = sides.join('-');

  const open = useEffectEvent(async () => {
    await drafts.removeOld();
    const found = await photosOf(drafts, code);
    // Photos of an earlier code cannot be opened any more, so they are erased.
    if (Object.keys(found).length === 0) await drafts.discard(RELAY_DRAFT);
    return found;
  });
  useEffect(() => {
    if (asked === '') return;
    // Without storage the photos can still be taken and sent.
    void open()
      .catch(() => ({}))
      .then(setRead);
  }, [asked]);

  // Each code has its own key, and scanning another code does not reload the page.
  useEffect(() => {
    if (ended === code) return;
    const keepAll = async () => {
      for (const [side, photo] of Object.entries(now)) await keepSide(drafts, code, side, photo);
    };
    writing.current = writing.current.then(keepAll).catch(() => undefined);
  }, [drafts, code, now, ended]);

  return {
    /** The photos stored for this code before the page ended; undefined until they are read. */
    photos: read,
    /** Stores the current photos. */
    keep: setNow,
    /** Erases the photos from this phone, after they were sent or the code expired. */
    async end() {
      setEnded(code);
      await writing.current;
      await drafts.discard(RELAY_DRAFT).catch(() => undefined);
    },
    /** Resolves when everything is on the device. */
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
