/** A card as a phone's camera sees it: tilted, lit, on a ground, blurred by a known measure, with sensor noise. */
export interface Scene {
  side: 'front' | 'back';
  /** How much narrower its far edge is, as a share from 0 to 1. */
  tilt: number;
  /** Its turn on the table, in radians. */
  turn: number;
  light: 'even' | 'side' | 'dim';
  /** Standard deviation of the noise, 0 to 255, in camera pixels. */
  noise: number;
  ground: 'plain' | 'wood';
  /** Whether the ground is in focus and the card is not. */
  groundInFocus?: boolean;
  /** Whether the hand moved sideways while the lens was in focus. */
  shaken?: boolean;
}

/** The camera's picture in pixels. Three of its pixels make one of the 800 that are sent. */
const [WIDTH, HEIGHT, TIMES] = [2400, 1800, 3];

/** @param blur standard deviation in pixels of the sent picture */
export function photographed(scene: Scene, blur: number): OffscreenCanvas {
  const { context } = board(WIDTH, HEIGHT);
  const soft = `blur(${blur * TIMES}px)`;
  const whole = board(WIDTH, HEIGHT);
  const blurs = blur > 0 && !scene.shaken;
  if (blurs && scene.groundInFocus) {
    context.drawImage(groundOf(scene.ground), 0, 0);
    context.filter = soft;
    context.drawImage(laid(scene), 0, 0);
  } else {
    whole.context.drawImage(groundOf(scene.ground), 0, 0);
    whole.context.drawImage(laid(scene), 0, 0);
    if (blurs) context.filter = soft;
    context.drawImage(whole.canvas, 0, 0);
    if (scene.shaken && blur > 0) shake(context, whole.canvas, blur * TIMES);
  }
  context.filter = 'none';
  shine(context, scene.light);
  grain(context, scene.noise);
  return context.canvas;
}

function board(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  return { canvas, context };
}

/**
 * A card of 85.6 by 54 mm at 18.7 pixels a millimetre. Name and number are 2.4 mm high, labels 1.6, small print 1.2.
 */
function cardOf(side: Scene['side']): OffscreenCanvas {
  const { canvas, context } = board(1600, 1010);
  const wash = context.createLinearGradient(0, 0, 1600, 1010);
  wash.addColorStop(0, '#dfe9ef');
  wash.addColorStop(1, '#f1e7d6');
  context.fillStyle = wash;
  context.fillRect(0, 0, 1600, 1010);
  context.strokeStyle = 'rgb(120 150 170 / 0.35)';
  for (let line = 0; line < 40; line += 1) {
    context.beginPath();
    for (let x = 0; x <= 1600; x += 20) context.lineTo(x, line * 26 + 18 * Math.sin(x / 90 + line));
    context.stroke();
  }
  context.fillStyle = '#1c2b33';
  if (side === 'back') {
    for (const [index, text] of [
      'I<CRI303450678<<<<<<<<<<<<<<<<',
      '8604127F3104127CRI<<<<<<<<<<<4',
      'MORA<SOLIS<<ANA<MARIA<<<<<<<<<',
    ].entries()) {
      context.font = '64px monospace';
      context.fillText(text, 90, 700 + index * 100, 1420);
    }
    for (let bar = 0; bar < 60; bar += 1) context.fillRect(90 + bar * 12, 120, 3 + ((bar * 7) % 6), 160);
  } else {
    const face = context.createRadialGradient(300, 480, 40, 300, 520, 260);
    face.addColorStop(0, '#d8ae8c');
    face.addColorStop(1, '#7a8a96');
    context.fillStyle = face;
    context.fillRect(90, 250, 420, 560);
    context.fillStyle = '#1c2b33';
    context.font = 'bold 62px sans-serif';
    context.fillText('REPÚBLICA · CÉDULA DE IDENTIDAD', 90, 130, 1420);
  }
  const lines = ['Nombre', 'ANA MARÍA', 'Apellidos', 'MORA SOLÍS', 'Número', '3 0345 0678', 'Vence', '12 04 2031'];
  for (const [index, text] of lines.entries()) {
    context.font = index % 2 === 0 ? '32px sans-serif' : 'bold 48px sans-serif';
    context.fillText(text, 580 + (index > 3 ? 480 : 0), (side === 'back' ? 330 : 300) + (index % 4) * 70);
  }
  context.font = '24px sans-serif';
  context.fillText('Documento personal e intransferible. Ley 3504, artículo 92. San José, 2021.', 90, 960);
  return canvas;
}

/** The card on the table, drawn in strips that become narrower. */
function laid({ side, tilt, turn }: Scene): OffscreenCanvas {
  const card = cardOf(side);
  const { canvas, context } = board(WIDTH, HEIGHT);
  context.translate(WIDTH / 2, HEIGHT / 2);
  context.rotate(turn);
  const [wide, high] = [2000, 1262 * (1 - tilt / 2)];
  for (let y = 0; y < high; y += 1) {
    const width = wide * (1 - tilt * (1 - y / high));
    context.drawImage(card, 0, (y / high) * 1010, 1600, 1010 / high, -width / 2, y - high / 2, width, 1.5);
  }
  return canvas;
}

function groundOf(ground: Scene['ground']): OffscreenCanvas {
  const { canvas, context } = board(WIDTH, HEIGHT);
  context.fillStyle = '#7d6853';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  if (ground === 'plain') return canvas;
  const random = numbers(11);
  for (let grainAt = 0; grainAt < 900; grainAt += 1) {
    context.fillStyle = random() > 0.5 ? 'rgb(40 24 12 / 0.7)' : 'rgb(214 178 138 / 0.7)';
    context.fillRect(random() * WIDTH, random() * HEIGHT, 200 + random() * 700, 2 + random() * 7);
  }
  return canvas;
}

/** The mean of the picture along a path, whose standard deviation equals the blur's. */
function shake(context: OffscreenCanvasRenderingContext2D, still: OffscreenCanvas, deviation: number): void {
  const way = deviation * Math.sqrt(12);
  const steps = Math.max(2, Math.ceil(way / 2));
  for (let step = 0; step < steps; step += 1) {
    context.globalAlpha = 1 / (step + 1);
    context.drawImage(still, (step / (steps - 1) - 0.5) * way, 0);
  }
  context.globalAlpha = 1;
}

function shine(context: OffscreenCanvasRenderingContext2D, light: Scene['light']): void {
  const over = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  const [from, to] = { even: [0.96, 0.9], side: [1, 0.5], dim: [0.5, 0.36] }[light];
  for (const [stop, share] of [from ?? 1, to ?? 1].entries())
    over.addColorStop(stop, `rgb(${255 * share} ${250 * share} ${238 * share})`);
  context.globalCompositeOperation = 'multiply';
  context.fillStyle = over;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.globalCompositeOperation = 'source-over';
}

function grain(context: OffscreenCanvasRenderingContext2D, deviation: number): void {
  const picture = context.getImageData(0, 0, WIDTH, HEIGHT);
  const random = numbers(5);
  const { data } = picture;
  for (let offset = 0; offset < data.length; offset += 4) {
    // The sum of three uniform numbers is close to a normal distribution with a deviation of half a unit.
    const noise = (random() + random() + random() - 1.5) * 2 * deviation;
    for (let colour = 0; colour < 3; colour += 1) data[offset + colour] = (data[offset + colour] ?? 0) + noise;
  }
  context.putImageData(picture, 0, 0);
}

/** The generator of Numerical Recipes makes the same pictures on every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
