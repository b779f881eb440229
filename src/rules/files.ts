import { anyOf } from './joined.ts';

/** The kinds of file a customer may upload, recognised by their bytes. */
export const fileKinds = ['pdf', 'jpeg', 'png', 'webp', 'gif', 'heic'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * The kinds that an invoice is read from and that are no paper of a request: the zip that an XML is mailed in, and the XML, save where
 * the insurer takes it as the invoice of a refund.
 */
type ReadKind = 'xml' | 'zip';

/** The media type of a stored file: by its bytes, never as the sender declared it. */
export const mediaTypes: Record<FileKind | ReadKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  xml: 'text/xml',
  zip: 'application/zip',
};

/** Whether a stored file of this media type is only read. */
export const isOnlyRead = (type: string): boolean => type === mediaTypes.xml || type === mediaTypes.zip;

export const extensionOf = (kind: FileKind | ReadKind): string => (kind === 'jpeg' ? 'jpg' : kind);

/** Whether texts mention the kind. Only Safari decodes HEIC, so it is accepted where it can be read but never mentioned. */
export const isPromised = (kind: FileKind): boolean => kind !== 'heic';

export const MEGABYTE = 1024 * 1024;

/** What waits on the device of files that other apps shared: so many of one customer, each of so many bytes. */
export const sharedLimits = { files: 12, bytes: 40 * MEGABYTE };

/** A picked or received file; `size` may differ from the bytes when only the first ones were read (64 KiB are enough). */
interface CheckedFile {
  name: string;
  /** The declared media type, '' when unknown. */
  type: string;
  size: number;
  bytes: Uint8Array;
}

/** The codes are the contract's problem codes, except 'empty'. */
export interface FileProblem {
  code: 'empty' | 'unsupported-type' | 'too-large';
  text: string;
}

export const EMPTY_FILE = 'El archivo está vacío. Elígelo otra vez o adjunta otro';

/**
 * A file's problem, with a text for the customer; null when it can be sent (H5.3, D43, S4).
 *
 * @param limitBytes the size the file must stay under, strictly
 * @param accepted the kinds this field takes
 */
export function fileProblem(
  file: CheckedFile,
  limitBytes: number,
  accepted: readonly FileKind[] = fileKinds,
): FileProblem | null {
  const size = Math.max(file.size, file.bytes.length);
  if (size === 0 || file.bytes.length === 0) {
    return { code: 'empty', text: EMPTY_FILE };
  }
  const kind = kindOf(file.bytes);
  const isOurs = kind !== null && agrees(file.type, kind);
  const pretended = kind !== null && accepted.includes(kind) ? pretence(file.type, kind) : null;
  if (pretended !== null && accepted.includes('pdf')) return { code: 'unsupported-type', text: pretended };
  // A field for photos alone must not offer a PDF.
  if (!isOurs && accepted.includes('pdf')) {
    return { code: 'unsupported-type', text: 'Solo se permiten imágenes o archivos PDF' };
  }
  if (!isOurs || !accepted.includes(kind)) {
    const names = accepted.filter(isPromised).map((one) => extensionOf(one).toUpperCase());
    return { code: 'unsupported-type', text: `Solo se permiten archivos ${anyOf(names)}` };
  }
  if (size >= limitBytes) {
    return {
      code: 'too-large',
      text: `El tamaño del documento no puede ser mayor a ${Math.round(limitBytes / MEGABYTE)}MB`,
    };
  }
  return null;
}

/**
 * The kind of a file by its first bytes. Null when it is of another kind or could be read as two kinds. Browsers may take
 * markup near the start for a web page, and PDF readers look for their header in the first 1,024 bytes.
 */
export function kindOf(bytes: Uint8Array): FileKind | null {
  const kind = fileKinds.find((one) => signatures[one](bytes)) ?? null;
  const start = latin(bytes, 0, 1024);
  const header = kind === 'pdf' ? start.indexOf('%PDF-') : -1;
  return kind === null || MARKUP.test(start) || start.lastIndexOf('%PDF-') !== header ? null : kind;
}

/**
 * Whether a file is an XML or a zip by its first bytes. A picture in XML and a web page are neither. An XML may begin with a byte
 * order mark and be of 16 bits.
 */
export function readKindOf(bytes: Uint8Array): ReadKind | null {
  const start = latin(bytes, 0, 1024);
  if (start.startsWith('PK\x03\x04')) return 'zip';
  const text = start.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  return /^\s*<(\?xml\s|[a-z])/i.test(text) && !MARKUP.test(text) ? 'xml' : null;
}

/** How much of a file is looked through at a time, and how much of it again with the next part. */
const PART_BYTES = 64 * 1024;
const OVERLAP_BYTES = 64;

/** Whether a PDF is encrypted (ISO 32000-2, 7.6.1): its trailer, or its cross-reference stream, names an encryption dictionary. */
export function isEncryptedPdf(bytes: Uint8Array): boolean {
  if (kindOf(bytes) !== 'pdf') return false;
  for (let from = 0; from < bytes.length; from += PART_BYTES - OVERLAP_BYTES) {
    if (/\/Encrypt\s*(?:\d{1,10}\s+\d{1,5}\s+R|<<)/.test(latin(bytes, from, from + PART_BYTES))) return true;
  }
  return false;
}

/**
 * A file name that is safe to store, show and download. It has no path, control or direction characters and no reserved
 * name. Its extension follows the file's real kind.
 */
export function safeFileName(name: string, kind: FileKind | ReadKind): string {
  const base = name
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"|?*%;]/gu, '')
    .replace(/\.(pdf|jpe?g|jfif|png|webp|gif|hei[cf]|xml|zip)$/i, '')
    .replace(/[\s.]+/g, ' ')
    .trim();
  const short = Array.from(base).slice(0, 80).join('').trim();
  const usable = short === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(short) ? 'documento' : short;
  return `${usable}.${extensionOf(kind)}`;
}

/**
 * Markup that browsers and servers act on (WHATWG MIME Sniffing, section 7.1). Tags of one or two letters are left out,
 * because they occur by chance in pictures and in a PDF's hexadecimal text. XMP metadata has prefixed names only.
 */
const MARKUP = /<(!doctype|html|head|body|script|iframe|svg|style|title|table|div|img|font|\?php)/i;

/** Whether the first bytes have the kind's structure, not only its magic number. */
const signatures: Record<FileKind, (bytes: Uint8Array) => boolean> = {
  // ISO 32000-2, 7.5.2. Readers accept a header further in. Polyglot files exploit that, so we accept it only behind what
  // billing systems write before it: a byte order mark, blanks and line ends.
  pdf: (bytes) => /^(?:\xef\xbb\xbf)?[\t\n\f\r ]{0,64}%PDF-[12]\.\d[\r\n \t%]/.test(latin(bytes, 0, 80)),
  // ITU T.81, B.1.1: SOI, then segments, each a marker and its length, up to the next marker.
  jpeg: (bytes) => {
    const [, , , marker = 0, high = 0, low = 0] = bytes;
    if (latin(bytes, 0, 3) !== '\xff\xd8\xff' || marker < 0xc0 || marker === 0xff) return false;
    if (marker >= 0xd0 && marker <= 0xd9) return false;
    const next = 4 + high * 256 + low;
    return next >= 6 && bytes.length > 20 && (next >= bytes.length || bytes[next] === 0xff);
  },
  // PNG specification, 5.2 and 11.2.1: the signature, then IHDR with 13 bytes, width and height above zero.
  png: (bytes) =>
    latin(bytes, 0, 16) === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' && uint32(bytes, 16) > 0 && uint32(bytes, 20) > 0,
  // RFC 9649, section 2.4.
  webp: (bytes) => /^RIFF[\s\S]{4}WEBPVP8[ LX]/.test(latin(bytes, 0, 16)),
  // GIF89a specification, 17 and 18: width and height above zero.
  gif: (bytes) => {
    const [width = 0, widthHigh = 0, height = 0, heightHigh = 0] = bytes.subarray(6);
    return /^GIF8[79]a$/.test(latin(bytes, 0, 6)) && width + widthHigh > 0 && height + heightHigh > 0;
  },
  // ISO/IEC 23008-12, 10.2: an 'ftyp' box whose brands name HEVC images ('mif1' alone may also be AVIF).
  heic: (bytes) => {
    const size = uint32(bytes, 0);
    if (latin(bytes, 4, 8) !== 'ftyp' || size < 16 || size > 256 || size > bytes.length || size % 4 !== 0) return false;
    const brands = latin(bytes, 8, size).match(/[\s\S]{4}/g) ?? [];
    const images = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
    return [...images, 'mif1', 'msf1'].includes(brands[0] ?? '') && brands.some((brand) => images.includes(brand));
  },
};

/** Whether the declared type fits the bytes: it must be absent or of the same family. */
function agrees(declared: string, kind: FileKind): boolean {
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/octet-stream') return true;
  if (kind === 'pdf') return type === 'application/pdf' || type === 'application/x-pdf';
  return type.startsWith('image/') && !type.includes('svg');
}

/** What a file says it is and what it is, of an image and a PDF; null when it says nothing else, or something else. */
function pretence(declared: string, kind: FileKind): string | null {
  const says = agrees(declared, 'pdf') ? 'pdf' : agrees(declared, 'jpeg') ? 'image' : null;
  if (says === null || agrees(declared, kind)) return null;
  const [said, is] = says === 'pdf' ? ['PDF', 'una imagen'] : ['una imagen', 'un PDF'];
  return `El archivo dice ser ${said} y es ${is}. Ponle la extensión .${extensionOf(kind)} o adjunta otro`;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function uint32(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return a * 0x1000000 + b * 0x10000 + c * 0x100 + d;
}
