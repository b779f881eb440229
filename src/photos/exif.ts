const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * The orientation in an EXIF block that begins with its TIFF header (Exif 2.32, 4.5 and 4.6.4).
 *
 * @returns 1 to 8, or null when it is not given or the block cannot be read
 */
export function readExifOrientation(tiff: Uint8Array): number | null {
  if (tiff.length < 14) return null;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const little = order === 0x4949;
  if (view.getUint16(2, little) !== 42) return null;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return null;
  const entries = view.getUint16(directory, little);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return null;
    if (view.getUint16(at, little) !== ORIENTATION) continue;
    const value = view.getUint16(at + 8, little);
    return view.getUint16(at + 2, little) === SHORT && value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
