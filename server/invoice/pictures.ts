import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { sayEnough } from '#invoices/read-invoice.ts';
import { type FoundCode, findCodes, prepareCodeReader } from '#photos/codes.ts';
import { pictureFacts } from '#photos/dimensions.ts';

/** A picture of more is not decoded: a small file may say that it has gigapixels. Phones take 50 million. */
const MAX_PIXELS = 64_000_000;
/** Another way to search begins within this, and all ends within the other: a file may take 20 s. */
const LAST_WAY_MS = 6000;
const LONGEST_MS = 15_000;

/** One code of a file. */
type CodeInFile = Pick<FoundCode, 'format' | 'text'>;

/** The thread that decodes and searches, so that a picture that takes for ever or breaks the decoder ends with it. */
export class Pictures {
  private readonly program: string;
  private readonly longestMs: number;
  private thread: Worker | null = null;

  /** @param program the file that calls `searchHere` in a thread */
  constructor(program: string, longestMs = LONGEST_MS) {
    this.program = program;
    this.longestMs = longestMs;
  }

  /** The codes of a JPEG or PNG; none for other bytes, for damaged and for too large ones. */
  async codesOf(bytes: Uint8Array): Promise<CodeInFile[]> {
    const facts = pictureFacts(bytes);
    if (!facts || !['jpeg', 'png'].includes(facts.kind)) return [];
    if (facts.stored.width * facts.stored.height > MAX_PIXELS) return [];
    this.thread ??= this.started();
    this.thread.postMessage(bytes);
    try {
      // An error of the thread ends the wait too.
      const [codes] = await once(this.thread, 'message', { signal: AbortSignal.timeout(this.longestMs) });
      return codes;
    } catch {
      this.end();
      return [];
    }
  }

  end(): void {
    this.thread?.terminate();
    this.thread = null;
  }

  private started(): Worker {
    const thread = new Worker(this.program);
    // It tells who waits; between two pictures nobody waits.
    thread.on('error', () => this.end());
    return thread;
  }
}

/** In the thread: searches what it is handed, one picture after the other. */
export function searchHere(): void {
  if (isMainThread || !parentPort) throw new Error('Only a thread searches');
  const port = parentPort;
  const { resolve } = createRequire(import.meta.url);
  prepareCodeReader(readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer);
  port.on('message', async (bytes: Uint8Array) => {
    const begun = performance.now();
    const isLate = () => performance.now() - begun > LAST_WAY_MS;
    const isEnough = (codes: readonly CodeInFile[]) => sayEnough(codes.map(({ text }) => text));
    const found = await findCodes(bytes, ['plain', 'thorough'], isLate, isEnough);
    port.postMessage(found.map(({ format, text }): CodeInFile => ({ format, text })));
  });
}
