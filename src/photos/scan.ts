/**
 * Whether the image data of a JPEG can be decoded, not only its headers. Chromium refuses noise behind valid headers. Other
 * engines draw it as coloured blocks, and a customer would send those (F25). So this walks through the entropy-coded data
 * without drawing it.
 *
 * It checks only sequential Huffman pictures (ITU T.81, SOF0 and SOF1), which cameras make. An error in the second half
 * passes: some encoders end early, and most of the picture is readable. Noise also shows when the whole picture uses less
 * than half of the data.
 *
 * @returns false when less than half can be decoded; true for pictures that are not checked
 */
export function scanReads(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<number, Uint16Array>();
  let frame: Frame | null = null;
  let restart = 0;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker >= 0xc2 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return true;
    if (marker === 0xc0 || marker === 0xc1) frame = frameOf(body);
    if (marker === 0xc4) addTables(tables, body);
    if (marker === 0xdd) restart = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
    if (marker === 0xda) {
      // Scans of a single component are rare; only the browser checks them.
      if (!frame || body[0] !== frame.parts.length) return true;
      const parts = frame.parts.map(({ blocks }, index) => {
        const chosen = body[2 + 2 * index] ?? 0;
        return { blocks, dc: tables.get(chosen >> 4), ac: tables.get(0x10 | (chosen & 15)) };
      });
      return halfReads(bytes, at + 2 + length, parts, frame.units, restart);
    }
    at += 2 + length;
  }
  return true;
}

interface Frame {
  /** Minimum coded units of the picture. */
  units: number;
  /** Blocks of each component in one unit. */
  parts: { blocks: number }[];
}

interface Part {
  blocks: number;
  dc: Uint16Array | undefined;
  ac: Uint16Array | undefined;
}

function frameOf(body: Uint8Array): Frame {
  const number = (at: number) => ((body[at] ?? 0) << 8) | (body[at + 1] ?? 0);
  const sampling = Array.from({ length: body[5] ?? 0 }, (_, index) => body[7 + 3 * index] ?? 0x11);
  const widest = Math.max(1, ...sampling.map((one) => one >> 4));
  const tallest = Math.max(1, ...sampling.map((one) => one & 15));
  // A picture with one component is not interleaved: its unit is one block, whatever sampling it declares.
  const single = sampling.length === 1;
  const [wide, high] = single ? [8, 8] : [8 * widest, 8 * tallest];
  return {
    units: Math.ceil(number(3) / wide) * Math.ceil(number(1) / high),
    parts: sampling.map((one) => ({ blocks: single ? 1 : (one >> 4) * (one & 15) })),
  };
}

/** ITU T.81, C.2. For the next 16 bits, a table gives the length of the code and its value; 0 is no code. */
function addTables(tables: Map<number, Uint16Array>, body: Uint8Array): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const table = new Uint16Array(65_536);
    const counts = body.subarray(at + 1, at + 17);
    let code = 0;
    let value = at + 17;
    for (let length = 1; length <= 16; length += 1) {
      for (let left = counts[length - 1] ?? 0; left > 0; left -= 1) {
        table.fill((length << 8) | (body[value] ?? 0), code << (16 - length), (code + 1) << (16 - length));
        value += 1;
        code += 1;
      }
      code <<= 1;
    }
    tables.set(body[at] ?? 0, table);
    at = value;
  }
}

/** Whether at least half of the units decode, and use at least half of the data. */
function halfReads(bytes: Uint8Array, start: number, parts: readonly Part[], units: number, restart: number): boolean {
  const bits = bitsFrom(bytes, start);
  for (let unit = 0; unit < units; unit += 1) {
    if (bits.at() - start > MAX_SCANNED_BYTES) return true;
    if (restart > 0 && unit > 0 && unit % restart === 0 && !bits.restart()) return unit * 2 >= units;
    for (const { blocks, dc, ac } of parts) {
      if (!dc || !ac) return false;
      for (let block = 0; block < blocks; block += 1) if (!blockReads(bits, dc, ac)) return unit * 2 >= units;
    }
  }
  return (bits.at() - start) * 2 >= endOf(bytes, bits.at()) - start;
}

/** How much of the data is checked: noise shows early, and a phone should not spend seconds on a large photo. */
const MAX_SCANNED_BYTES = 1024 * 1024;

/** The end of the entropy-coded data: the next marker that is neither a stuffed byte nor a restart. */
function endOf(bytes: Uint8Array, start: number): number {
  let at = start;
  const coded = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7);
  while (at + 1 < bytes.length && (bytes[at] !== 0xff || coded(bytes[at + 1] ?? 0))) at += 1;
  return at;
}

type Bits = ReturnType<typeof bitsFrom>;

/** ITU T.81, F.2.2: one coefficient for the mean, then runs of zeros and their ends. */
function blockReads(bits: Bits, dc: Uint16Array, ac: Uint16Array): boolean {
  const mean = bits.code(dc);
  if (mean < 0 || mean > 15) return false;
  bits.skip(mean);
  for (let place = 1; place < 64; ) {
    const run = bits.code(ac);
    if (run < 0) return false;
    const size = run & 15;
    if (size === 0 && run !== 0xf0) return true;
    place += (run >> 4) + 1;
    if (place > 64) return false;
    bits.skip(size);
  }
  return true;
}

/** Reads bits and skips the zero byte after each 0xff (ITU T.81, F.1.2.3). */
function bitsFrom(bytes: Uint8Array, start: number) {
  let at = start;
  let held = 0;
  let count = 0;
  const fill = (): void => {
    while (count <= 16) {
      const next = bytes[at] ?? 0xff;
      // The data ends at a marker. Bits after it read as ones, which form no code.
      const ended = at >= bytes.length || (next === 0xff && bytes[at + 1] !== 0);
      if (!ended) at += next === 0xff ? 2 : 1;
      held = ((held << 8) | (ended ? 0xff : next)) & 0xff_ffff;
      count += 8;
    }
  };
  return {
    at: () => at,
    /** The value of the next code; -1 when it is none. */
    code(table: Uint16Array): number {
      if (count < 16) fill();
      const found = table[(held >> (count - 16)) & 0xffff] ?? 0;
      if (found === 0) return -1;
      count -= found >> 8;
      return found & 0xff;
    },
    skip(length: number): void {
      if (count < length) fill();
      count -= length;
    },
    /** Continues after a restart marker; false when there is none. */
    restart(): boolean {
      held = 0;
      count = 0;
      while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
      const marker = bytes[at + 1] ?? 0;
      if (bytes[at] !== 0xff || marker < 0xd0 || marker > 0xd7) return false;
      at += 2;
      return true;
    },
  };
}
