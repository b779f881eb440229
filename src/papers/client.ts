import { type Remote, transfer } from 'comlink';
import type { Reading } from '#invoices/reading.ts';
import { type Crew, hire, type WorkerLike } from '#photos/crew.ts';
import type { FileReading, PaperWorker, PhotoCode } from './worker-contract.ts';

export type { InvoiceFacts, Reading } from '#invoices/reading.ts';
export type { FileReading, PhotoCode } from './worker-contract.ts';

/** Reads what a paper says about itself (D75). It only proposes, so it never fails: null is 'not here, not now'. */
export interface PaperReader {
  /** Searches a photo as it was taken, for when the compressed one that the form holds is asked about. */
  note(original: ArrayBuffer, held: ArrayBuffer): void;
  /** The codes on a photo that the form holds. The given bytes are not changed. */
  codes(held: ArrayBuffer): Promise<PhotoCode[] | null>;
  /** The texts of the codes on one picture of a camera, which is handed over. */
  frame(picture: ImageBitmap): Promise<string[] | null>;
  /** What the codes of one paper say together. */
  said(codes: readonly string[]): Promise<Reading | null>;
  /** What an XML document says, or the only one of a zip. */
  xml(file: ArrayBuffer): Promise<FileReading | null>;
  /** Ends the worker. The next paper starts another one. */
  close(): void;
}

interface PaperReaderOptions {
  /** Called with the first paper, and again after a worker was lost. */
  startWorker: () => WorkerLike;
  clock: () => Date;
  /** How long the worker may take for one paper, in milliseconds. The first paper brings the reader over the line. */
  timeoutMs?: number;
}

/** The page's side of the worker that reads papers. Make one for the whole app. */
export function createPaperReader({ startWorker, clock, timeoutMs = 30_000 }: PaperReaderOptions): PaperReader {
  let crew: Crew<PaperWorker> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  /** How many workers fell silent. */
  let silences = 0;

  const dismiss = () => {
    crew?.leave();
    crew = null;
  };
  /** One at a time: a photo that is searched whole takes a phone's memory. */
  function asked<Answer>(what: (worker: Remote<PaperWorker>) => Promise<Answer>): Promise<Answer | null> {
    const before = silences;
    const turn = queue.then(async () => {
      // It would be silent for the next one too. Each would wait as long, with its photo in memory.
      if (silences !== before) return null;
      crew ??= hire<PaperWorker>(startWorker);
      const answer = await crew?.ask(async (worker) => ({ value: await what(worker) }), timeoutMs);
      if (!answer) {
        if (crew?.isDead() === false) silences += 1;
        dismiss();
      }
      return answer?.value ?? null;
    });
    queue = turn.catch(() => undefined);
    return turn;
  }
  /** By the bytes that the form holds, and gone with them. */
  const known = new WeakMap<ArrayBuffer, Promise<PhotoCode[] | null>>();
  const search = (photo: ArrayBuffer, held: ArrayBuffer) => {
    const codes = asked(async (worker) => {
      // Copying a photo takes time that the task before it has spent already.
      await nextTask();
      return worker.codes(photo);
    });
    known.set(held, codes);
    void codes.then((found) => found ?? known.delete(held));
    return codes;
  };
  return {
    note: (original, held) => void search(original, held),
    codes: (held) => known.get(held) ?? search(held, held),
    frame: (picture) => asked((worker) => worker.frame(transfer(picture, [picture]))),
    said: (codes) => asked<Reading>((worker) => worker.said(codes, clock())),
    xml: (file) => asked<FileReading>((worker) => worker.xml(file, clock())),
    close: dismiss,
  };
}

/** Lets the page answer a press between two pieces of work. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
