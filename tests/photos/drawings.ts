/** Pictures made of numbers, so that blur, light and letter size are known and no browser is needed. */
export interface Drawing {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

/** @param greyAt brightness of the pixel, 0 to 255 */
export function drawn(width: number, height: number, greyAt: (x: number, y: number) => number): Drawing {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const grey = greyAt(x, y);
      pixels[at] = grey;
      pixels[at + 1] = grey;
      pixels[at + 2] = grey;
    }
  }
  return { pixels, width, height };
}

/** A card on a table, turned by so many radians: a portrait on the left, and three lines of writing made from the text. */
export function cardOf(text: string, turn = 0): Drawing {
  const [width, height] = [800, 505];
  const random = randomOf(text);
  const strokes = Array.from({ length: 3 * 24 }, () => random() > 0.35);
  const paper = (x: number, y: number) => {
    if (x < 48 || x >= 752 || y < 40 || y >= 465) return 112;
    if (x >= 80 && x < 256 && y >= 111 && y < 363) return 174;
    const line = Math.floor((y - 120) / 60);
    const letter = Math.floor((x - 296) / 17);
    const inLetter = (y - 120) % 60 < 24 && (x - 296) % 17 < 5;
    return x >= 296 && letter < 24 && y >= 120 && line < 3 && inLetter && strokes[line * 24 + letter] ? 30 : 240;
  };
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  return drawn(width, height, (x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return paper(width / 2 + dx * cosine + dy * sine, height / 2 - dx * sine + dy * cosine);
  });
}

/** A page full of letters of that height in pixels, each with a stem and a foot. */
export function pageOf(letters: number): Drawing {
  const [across, down] = [Math.ceil(letters * 0.9) + 1, letters * 2];
  return drawn(566, 800, (x, y) => {
    if (x < 40 || x >= 526 || y < 40 || y >= 760) return 250;
    const [inX, inY] = [(x - 40) % across, (y - 40) % down];
    const isStem = inX < Math.max(1, letters * 0.2) && inY < letters;
    const isFoot = inX < across - 2 && inY < letters && inY >= letters - Math.max(1, Math.floor(letters * 0.15));
    return isStem || isFoot ? 40 : 250;
  });
}

export const dimmed = (of: Drawing, light: number): Drawing => changed(of, (grey) => grey * light);

/** Adds camera noise, which is the same on every run. */
export function grained(of: Drawing, strength: number): Drawing {
  const random = randomOf('grain');
  return changed(of, (grey) => grey + (random() - 0.5) * strength);
}

/** Blurs by three means in a row, which come close to a Gauss curve with the radius as deviation. */
export function blurred(of: Drawing, radius: number): Drawing {
  let grey = greyOf(of);
  for (let turn = 0; turn < 3; turn += 1) {
    grey = mean(grey, of, radius, 1, of.width);
    grey = mean(grey, of, radius, of.width, of.height);
  }
  return drawn(of.width, of.height, (x, y) => grey[y * of.width + x] ?? 0);
}

/** Blurs as if the hand had moved sideways by twice the radius. */
export function shaken(of: Drawing, radius: number): Drawing {
  const grey = mean(greyOf(of), of, radius, 1, of.width);
  return drawn(of.width, of.height, (x, y) => grey[y * of.width + x] ?? 0);
}

/** Puts the card on a striped cloth that is in focus. */
export function onSharpTable(of: Drawing): Drawing {
  const grey = greyOf(of);
  const isCard = (x: number, y: number) => x >= 48 && x < 752 && y >= 40 && y < 465;
  return drawn(of.width, of.height, (x, y) =>
    isCard(x, y) ? (grey[y * of.width + x] ?? 0) : (x + y) % 16 < 8 ? 60 : 200,
  );
}

export function reduced(of: Drawing, times: number): Drawing {
  const grey = greyOf(of);
  return drawn(
    Math.floor(of.width / times),
    Math.floor(of.height / times),
    (x, y) => grey[y * times * of.width + x * times] ?? 0,
  );
}

function mean(grey: Float64Array, { width, height }: Drawing, radius: number, step: number, length: number) {
  const means = new Float64Array(width * height);
  for (let index = 0; index < means.length; index += 1) {
    const along = step === 1 ? index % width : Math.floor(index / width);
    const [first, last] = [Math.max(-radius, -along), Math.min(radius, length - 1 - along)];
    let sum = 0;
    for (let away = first; away <= last; away += 1) sum += grey[index + away * step] ?? 0;
    means[index] = sum / (last - first + 1);
  }
  return means;
}

function greyOf({ pixels }: Drawing): Float64Array {
  const grey = new Float64Array(pixels.length / 4);
  for (let index = 0; index < grey.length; index += 1) grey[index] = pixels[index * 4] ?? 0;
  return grey;
}

function changed(of: Drawing, change: (grey: number) => number): Drawing {
  const grey = greyOf(of);
  return drawn(of.width, of.height, (x, y) => change(grey[y * of.width + x] ?? 0));
}

/** The generator of Numerical Recipes, seeded with the text. */
function randomOf(text: string): () => number {
  let state = [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0, 7);
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
