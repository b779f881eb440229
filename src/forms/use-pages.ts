import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fileKinds, kindOf, mediaTypes } from '#rules/files.ts';
import { sizeText } from '#rules/numbers.ts';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { type AcceptOptions, acceptFile } from './accept-file.ts';
import type { Answer, FileAnswer } from './answers.ts';
import { useStep } from './form-context.ts';
import { fileOfPages, type Pages, pagesOf, photoOf, turnedPage } from './pages.ts';
import { formWords, pageWords } from './words.ts';

export interface PagesInHand {
  /** The photo that is being prepared: which one of how many. */
  adding: { name: string; size: number; number: number; of: number } | null;
  /** Why what was pressed last was not done, of several photos each that was not. What was there stays. */
  problem: string | null;
  /** What was done, for screen readers. */
  said: string;
  /** Adds photos behind the last page, in their order, also ones still being read. Returns the file then; null when none was added. */
  add: (files: readonly Coming[]) => Promise<FileAnswer | null>;
  /** A press begins: what was told of the one before is over. */
  forget: () => void;
  /** Tells why what was pressed was not done. */
  refuse: (problem: string) => null;
  turn: (page: ArrayBuffer) => void;
  /** Moves a page by this many places. */
  move: (page: ArrayBuffer, by: 1 | -1) => void;
  remove: (page: ArrayBuffer) => void;
  /** The file is replaced or removed as a whole: drops what was begun and told. */
  drop: () => void;
}

interface Options extends Omit<AcceptOptions, 'onCompress'> {
  /** The locale that sizes are written in (D22). */
  locale: string;
  /** Called as a press begins. */
  onPress: () => void;
}

/** Pages as they shall be, and what that means for who does not see them. `name` names a paper that had none. */
interface Changed {
  pages: Pages;
  said: string;
  name?: string;
  /** Called when the paper would become too large so, or cannot be made. */
  onRefused?: (next: FileAnswer | null) => void;
}

/** A change of the pages, or the text that says why it is not done; null when there is nothing to do. */
type Change = (pages: Pages, over: () => boolean) => Promise<Changed | string | null>;

/** A picked file, or one that is still being read; null when it is gone since it was offered. */
type Coming = File | Promise<File | null>;

/** The pages of a field's paper (D87). */
export function usePages(
  name: string,
  file: FileAnswer | null,
  choose: (answer: Answer) => void,
  options: Options,
): PagesInHand {
  const { typing } = useStep();
  const [adding, setAdding] = useState<PagesInHand['adding']>(null);
  const { told, forget, refuse, inTurn, begin } = useChanges(name, file, choose, options);
  const { photos } = options;
  const isBusy = adding !== null;
  const wait = useEffectEvent(() => typing(name, true));
  // A step that is shown again waits for a photo that is still being prepared.
  useEffect(() => {
    if (isBusy) wait();
  }, [isBusy]);

  const prepared = async (one: File, at: { number: number; of: number }, pages: Pages, over: () => boolean) => {
    const taken = await acceptFile(one, {
      ...options,
      // Its size counts together with that of the other pages.
      limit: Number.POSITIVE_INFINITY,
      accepted: (options.accepted ?? fileKinds).filter((kind) => kind !== 'pdf'),
      onCompress: () => !over() && setAdding({ name: one.name, size: one.size, ...at }),
    });
    if (!over()) setAdding(null);
    if (!taken.ok) return `${one.name}: ${taken.problem.text}`;
    // A browser that encodes no JPEG gave another kind, which no page can hold.
    if (taken.value.type !== mediaTypes.jpeg) return pageWords.notJoined;
    return { pages: [...pages, taken.value.bytes], said: pageWords.added(pages.length + 1), name: one.name };
  };
  /** The change of one page, wherever it stands by then. */
  const onPage = (page: ArrayBuffer, change: (pages: Pages, index: number) => ReturnType<Change>) => {
    forget();
    void inTurn(async (pages) => {
      const index = pages.findIndex((one) => photoOf(one) === photoOf(page));
      return index < 0 ? null : change(pages, index);
    });
  };

  return {
    adding,
    problem: told.problems.join('. ') || null,
    said: told.said,
    forget,
    refuse,
    drop() {
      begin();
      setAdding(null);
    },
    async add(files) {
      forget();
      const of = files.length;
      const withPdf = hasPdf(files);
      const room = roomFor(of, options.limit);
      // Each has its turn from the press on: the first look at a photo in the cloud takes seconds.
      const given = files.map((coming, index) =>
        inTurn(async (pages, over) => {
          if (await withPdf) return pageWords.onePdfAlone;
          const one = await coming;
          if (over() || room.none()) return room.none();
          if (!one) return formWords.vanished;
          return room.told(await prepared(one, { number: index + 1, of }, pages, over), index);
        }),
      );
      return (await Promise.all(given)).reduce((last, next) => next ?? last, null);
    },
    turn: (page) =>
      onPage(page, async (pages, index) => {
        const turned = await turnedPage(pages[index] ?? page, photos);
        if (!turned) return pageWords.notTurned;
        return { pages: pages.map((one, at) => (at === index ? turned : one)), said: pageWords.turned(index + 1) };
      }),
    move: (page, by) => onPage(page, async (pages, index) => moved(pages, index, index + by)),
    remove: (page) =>
      onPage(page, async (pages, index) => {
        const left = pages.filter((_, at) => at !== index);
        return { pages: left, said: pageWords.removed(index + 1, left.length) };
      }),
  };
}

/**
 * Changes happen one after the other, each on what the one before left, and each gives the field a whole file. So nothing is lost
 * when the app is closed in between, and pressing quickly does what was pressed.
 */
function useChanges(
  name: string,
  file: FileAnswer | null,
  choose: (answer: Answer) => void,
  { photos, limit, locale, onPress }: Options,
) {
  const { typing, late, sending } = useStep();
  const isMounted = useIsMounted();
  const [told, setTold] = useState<Told>(nothingTold);
  const latest = useRef(file);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const round = useRef(0);
  useEffect(() => {
    latest.current = file;
  }, [file]);

  const forget = () => {
    onPress();
    setTold(nothingTold);
  };
  /** Stands until the next press: of photos picked together, one that is taken must not hide one that was not. */
  const refuse = (text: string, of?: string): null => {
    const problem = of === undefined ? text : `${of}: ${text}`;
    setTold(({ problems }) => ({ problems: [...new Set([...problems, problem])], said: '' }));
    return null;
  };
  const put = (next: FileAnswer | null, before: FileAnswer | null) => {
    // The next change builds on it, before React has drawn it.
    latest.current = next;
    if (isMounted()) choose(next);
    else late(name, next, before);
  };
  const changed = async (change: Change, over: () => boolean): Promise<FileAnswer | null> => {
    const before = latest.current;
    const done = over() ? null : await change(pagesOf(before) ?? [], over);
    if (done === null || over()) return null;
    if (typeof done === 'string') return refuse(done);
    const next = await fileOfPages(done.pages, before?.name ?? done.name ?? '', photos);
    if (over()) return null;
    const problem = problemOf(next, done.pages, before, { limit, locale });
    if (problem) {
      done.onRefused?.(next);
      return refuse(problem, done.name);
    }
    put(next, before);
    setTold(({ problems }) => ({ problems, said: done.said }));
    return next;
  };
  /** Whether the paper was replaced or removed as a whole since this was called. */
  const isOver = () => {
    const mine = round.current;
    return () => mine !== round.current;
  };
  return {
    told,
    forget,
    refuse,
    begin() {
      round.current += 1;
      forget();
    },
    inTurn(change: Change): Promise<FileAnswer | null> {
      if (sending) return Promise.resolve(null);
      waiting.current += 1;
      typing(name, true);
      const over = isOver();
      const turn = queue.current
        .then(() => changed(change, over))
        .finally(() => {
          waiting.current -= 1;
          // What replaced the paper says itself when it is ready. A page that was put has ended the wait for the next ones too.
          if (!over()) typing(name, waiting.current > 0);
        });
      queue.current = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Of photos that are picked together none is prepared behind the one that the paper had no room for. */
function roomFor(count: number, limit: number) {
  let none: string | null = null;
  return {
    /** What is said of all that are left; null while there may be room. */
    none: () => none,
    told(done: Changed | string, index: number): Changed | string {
      if (typeof done === 'string') return done;
      const left = count - index - 1;
      // A photo that fits into no paper says nothing of the others.
      const isItself = (done.pages.at(-1)?.byteLength ?? 0) >= limit;
      const onRefused = (next: FileAnswer | null) => {
        if (next && !isItself) none = pageWords.norOthers(left);
      };
      return { ...done, onRefused };
    },
  };
}

function problemOf(
  next: FileAnswer | null,
  pages: Pages,
  before: FileAnswer | null,
  { limit, locale }: Pick<Options, 'limit' | 'locale'>,
): string | null {
  if (!next) return pages.length > 0 ? pageWords.notJoined : null;
  // A paper that becomes smaller may stay too large: it is on its way to less.
  const isTooLarge = next.size >= limit && next.size > (before?.size ?? 0);
  return isTooLarge ? pageWords.tooLarge(sizeText(next.size, locale), sizeText(limit, locale)) : null;
}

interface Told {
  problems: readonly string[];
  said: string;
}

const nothingTold: Told = { problems: [], said: '' };

function moved(pages: Pages, index: number, to: number): Changed | null {
  const page = pages[index];
  if (!page || to < 0 || to >= pages.length) return null;
  const others = pages.filter((_, at) => at !== index);
  return {
    pages: [...others.slice(0, to), page, ...others.slice(to)],
    said: pageWords.moved(index + 1, to + 1),
  };
}

async function hasPdf(files: readonly Coming[]): Promise<boolean> {
  const heads = await Promise.allSettled(files.map(async (file) => (await file)?.slice(0, 1024).arrayBuffer()));
  return heads.some(
    (head) => head.status === 'fulfilled' && head.value && kindOf(new Uint8Array(head.value)) === 'pdf',
  );
}
