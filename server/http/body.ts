import { fail, ok, type Result } from '#contract/result.ts';
import { Overloaded } from '../overload.ts';
import type { Visit } from './admission.ts';

export interface BodyLimits {
  /** Bytes. */
  most: number;
  /** The line that parts the body's pieces, and how often it may occur (RFC 2046, section 5.1.1). */
  boundary?: { line: string; most: number };
  /** The place of the call, which each piece is counted for before it is kept. */
  visit?: Visit | undefined;
}

const tooLarge = fail('too-large');

/**
 * The body, read no further than a limit allows: a sender can make us hold or search no more than that.
 *
 * @throws Overloaded when its owner has too much under way, or when it has to make way for another
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Result<Buffer<ArrayBuffer>>> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.most) return tooLarge;
  const reader = request.body?.getReader();
  if (!reader) return ok(Buffer.alloc(0));
  const boundaries = limits.boundary && countBoundaries(limits.boundary.line);
  const makeWay = () => void reader.cancel().catch(() => {});
  limits.visit?.signal.addEventListener('abort', makeWay);
  let kept = Buffer.alloc(0);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (limits.visit?.signal.aborted) throw new Overloaded();
      if (done) return ok(kept.subarray(0, size));
      limits.visit?.hold(value.length);
      if (size + value.length > limits.most) return tooLarge;
      kept = added(kept, size, value);
      size += value.length;
      if (boundaries && boundaries(value) > (limits.boundary?.most ?? 0)) return tooLarge;
    }
  } finally {
    // Nobody reads on. Waiting for it would mean waiting for the sender.
    makeWay();
  }
}

/** Copies a piece behind what was kept. A sender of single bytes would have us keep a hundred times as much in objects. */
function added(kept: Buffer<ArrayBuffer>, size: number, piece: Uint8Array): Buffer<ArrayBuffer> {
  const needed = size + piece.length;
  const room = needed <= kept.length ? kept : Buffer.alloc(Math.max(needed, 2 * kept.length));
  if (room !== kept) kept.copy(room, 0, 0, size);
  room.set(piece, size);
  return room;
}

/** Counts the line in pieces that come one after the other; it may lie across two of them. */
function countBoundaries(line: string): (piece: Uint8Array) => number {
  const sought = Buffer.from(`--${line}`, 'latin1');
  let end = Buffer.alloc(0);
  let count = 0;
  return (piece) => {
    const text = Buffer.concat([end, piece]);
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) count += 1;
    const rest = text.lastIndexOf(sought);
    const from = Math.max(rest >= 0 ? rest + sought.length : 0, text.length - sought.length + 1);
    end = Buffer.from(text.subarray(from));
    return count;
  };
}
