import { fail, ok, type Result } from '#contract/result.ts';

export interface BodyLimits {
  /** Bytes. */
  most: number;
  /** The line that parts the body's pieces, and how often it may occur (RFC 2046, section 5.1.1). */
  boundary?: { line: string; most: number };
  /** Called with the bytes of each piece before it is kept. */
  hold?: (bytes: number) => void;
}

const tooLarge = fail('too-large');

/** The body, read no further than a limit allows: a sender can make us hold or search no more than that. */
export async function readBody(request: Request, limits: BodyLimits): Promise<Result<Buffer<ArrayBuffer>>> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.most) return tooLarge;
  const reader = request.body?.getReader();
  if (!reader) return ok(Buffer.alloc(0));
  const boundaries = limits.boundary && countBoundaries(limits.boundary.line);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ok(Buffer.concat(pieces, size));
      limits.hold?.(value.length);
      pieces.push(value);
      size += value.length;
      if (size > limits.most || (boundaries && boundaries(value) > (limits.boundary?.most ?? 0))) return tooLarge;
    }
  } finally {
    // Nobody reads on. Waiting for it would mean waiting for the sender.
    void reader.cancel().catch(() => {});
  }
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
