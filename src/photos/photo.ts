import type { Result } from '#contract/result.ts';

/** The target of every photo from camera or gallery (V9.4, D10). */
export const photoTarget = { maxEdge: 800, quality: 0.6, type: 'image/jpeg' } as const;

/**
 * The most pixels that are decoded. Each takes four bytes, so a small file that declares gigapixels would crash the tab
 * (S4). Photos of 108 megapixels exist and must pass.
 */
export const MAX_PIXELS = 110_000_000;

export type PhotoProblemCode =
  /** Not a picture, or of a format this browser cannot read (HEIC outside Safari). */
  | 'unsupported-image'
  /** A picture whose content is cut off or damaged. */
  | 'corrupt-image'
  /** The worker died or timed out twice. The picture may be fine, so a later try makes sense. */
  | 'worker-lost'
  /** More pixels than are safe to decode. */
  | 'too-many-pixels';

export interface PhotoProblem {
  code: PhotoProblemCode;
}

export interface SourcePhoto {
  bytes: ArrayBuffer;
  name: string;
  /** The declared media type; the bytes decide. */
  type: string;
  /** The longest side of the result, in pixels; the target's when absent (D58). */
  maxEdge?: number;
}

export interface CompressedPhoto extends Encoded {
  /** The original's name with the extension of the result. */
  name: string;
  /** In bytes. */
  size: number;
}

export type PhotoResult = Result<CompressedPhoto, PhotoProblem>;

export interface Size {
  width: number;
  height: number;
}

/** A browser that cannot encode JPEG gives PNG. */
export type EncodedType = typeof photoTarget.type | 'image/png';

/** An encoded picture that passed `verified`. */
export interface Encoded extends Size {
  bytes: ArrayBuffer;
  type: EncodedType;
}

/** The size that fits inside the target with the same aspect ratio. A smaller picture keeps its size. */
export function fitted({ width, height }: Size, maxEdge: number = photoTarget.maxEdge): Size {
  const scale = Math.min(1, maxEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** 'IMG_1.HEIC' to 'IMG_1.jpg'. */
export function encodedName(name: string, type: EncodedType): string {
  const base = name.replace(/\.[a-z0-9]{1,5}$/i, '').trim();
  return `${base === '' ? 'foto' : base}.${type === 'image/png' ? 'png' : 'jpg'}`;
}

export const photoFailure = (code: PhotoProblemCode): { ok: false; problem: PhotoProblem } => ({
  ok: false,
  problem: { code },
});
