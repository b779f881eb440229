/** Functions that run in the page: how a photo of a printed code is drawn. They are handed over as text, so each stands alone. */

/** How one photo is taken. Shares are of the picture's width. */
export interface Shot {
  /** The code's modules, row by row: dark or light. A linear code has one row. */
  modules: { width: number; height: number; dark: number[] };
  megapixels: number;
  /** Width of the code. */
  share: number;
  /** In degrees. */
  turned: number;
  /** Radius in thousandths of the width. */
  blur: number;
  /** How much darker the darkest corner is, 0 to 1. */
  shadow: number;
  /** How far the lower half of a folded page is sheared, 0 to 1. */
  fold: number;
  /** Standard deviation of the sensor's noise, of 255. */
  noise: number;
  /** JPEG, 0 to 1. */
  quality: number;
  seed: number;
}

/** @returns the JPEG in base64 */
export async function draw(shot: Shot): Promise<string> {
  let state = shot.seed;
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const width = Math.round(Math.sqrt((shot.megapixels * 1e6 * 3) / 4));
  const height = Math.round((width * 4) / 3);
  const pen = (w: number, h: number) => {
    const context = new OffscreenCanvas(w, h).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No canvas');
    return context;
  };

  const sheet = pen(width, height);
  sheet.fillStyle = '#f4f2ec';
  sheet.fillRect(0, 0, width, height);
  sheet.fillStyle = '#222';
  sheet.font = `${width * 0.022}px sans-serif`;
  for (let line = 0; line < 40; line += 1) {
    const words = Array.from({ length: 9 }, () => Math.floor(chance() * 1e6).toString(36)).join(' ');
    sheet.fillText(words, width * 0.08, height * (0.06 + line * 0.023), width * 0.84);
  }
  const { modules } = shot;
  const isLinear = modules.height === 1;
  const side = (width * shot.share) / modules.width;
  const tall = isLinear ? width * shot.share * 0.18 : side * modules.height;
  const [left, top] = [(width - side * modules.width) / 2, height * (0.25 + chance() * 0.3)];
  const quiet = side * (isLinear ? 10 : 4);
  sheet.fillStyle = '#f4f2ec';
  sheet.fillRect(left - quiet, top - quiet, side * modules.width + 2 * quiet, tall + 2 * quiet);
  sheet.fillStyle = '#222';
  modules.dark.forEach((dark, index) => {
    if (!dark) return;
    const [x, y] = [index % modules.width, Math.floor(index / modules.width)];
    sheet.fillRect(left + x * side, top + (isLinear ? 0 : y * side), side, isLinear ? tall : side);
  });

  const photo = pen(width, height);
  photo.fillStyle = '#6b5a48';
  photo.fillRect(0, 0, width, height);
  photo.filter = shot.blur > 0 ? `blur(${(shot.blur * width) / 1000}px)` : 'none';
  photo.translate(width / 2, height / 2);
  photo.rotate((shot.turned * Math.PI) / 180);
  photo.scale(0.94, 0.94);
  photo.translate(-width / 2, -height / 2);
  photo.drawImage(sheet.canvas, 0, 0, width, height / 2, 0, 0, width, height / 2);
  photo.transform(1, 0, shot.fold * 0.12, 1 - shot.fold * 0.1, -shot.fold * 0.06 * height, shot.fold * 0.05 * height);
  photo.drawImage(sheet.canvas, 0, height / 2, width, height / 2, 0, height / 2, width, height / 2);
  photo.resetTransform();
  photo.filter = 'none';
  const light = photo.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, 'rgba(0,0,0,0)');
  light.addColorStop(1, `rgba(0,0,0,${shot.shadow})`);
  photo.fillStyle = light;
  photo.fillRect(0, 0, width, height);

  const image = photo.getImageData(0, 0, width, height);
  if (shot.noise > 0)
    for (let at = 0; at < image.data.length; at += 4) {
      // The sum of three is near enough to a bell.
      const more = (chance() + chance() + chance() - 1.5) * 2 * shot.noise;
      for (let part = at; part < at + 3; part += 1) image.data[part] = (image.data[part] ?? 0) + more;
    }
  photo.putImageData(image, 0, 0);
  const blob = await photo.canvas.convertToBlob({ type: 'image/jpeg', quality: shot.quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}
