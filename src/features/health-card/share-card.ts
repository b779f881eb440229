import { readableName } from '#rules/people.ts';
import { part } from '#senses/part.ts';
import { share } from '#ui/hooks/share.ts';

/** Browsers draw nothing on a canvas with a longer side (H9.11). */
export const MAX_CANVAS_SIDE_PX = 16_384;
/** Image pixels for each CSS pixel: small print stays readable when the picture is enlarged. */
const MAX_SCALE = 3;

/**
 * Loaded before the press: browsers allow a share only shortly after the press that asks for it. Marked as pure, so that a build whose
 * settings offer no picture leaves the library out.
 */
export const loadImaging = /* @__PURE__ */ part(() => import('html-to-image'));

/** Image pixels for each CSS pixel of a card of this size. */
export const imageScale = ({ width, height }: { width: number; height: number }): number =>
  Math.min(MAX_SCALE, MAX_CANVAS_SIDE_PX / Math.max(width, height, 1));

/**
 * Offers the card as a picture on the system's share sheet. Without a share sheet the picture is downloaded. Closing the
 * sheet is no error.
 *
 * @param clientName whose card it is, as the insurer writes it
 * @throws when the picture cannot be made or the sheet cannot be opened
 */
export async function shareAsPicture(card: HTMLElement, clientName: string | null | undefined): Promise<void> {
  const { toBlob } = await loadImaging();
  paintDrawings(card);
  // 'Disponible sin conexión' is true on this device only, so the picture leaves it out.
  const onlyHere = card.querySelector<HTMLElement>('[data-only-here]');
  const { width, height } = card.getBoundingClientRect();
  const picture = await toBlob(card, {
    height: height - (onlyHere?.getBoundingClientRect().height ?? 0),
    pixelRatio: imageScale({ width, height }),
    filter: (node) => node !== onlyHere && !(node instanceof HTMLElement && 'notDrawn' in node.dataset),
    // Rounded corners would be transparent, and some viewers show that in black.
    style: { borderRadius: '0' },
    // A card of fractional height would leave a transparent line at its lower edge.
    backgroundColor: getComputedStyle(card).backgroundColor,
  });
  if (!picture) throw new Error('the browser drew no picture of the card');
  await share(new File([picture], fileName(clientName), { type: 'image/png' }), 'Carnet de salud');
}

/** The library copies an SVG without its style sheet, so each shape gets its paint as attributes. */
function paintDrawings(card: HTMLElement): void {
  for (const shape of card.querySelectorAll('svg *')) {
    const style = getComputedStyle(shape);
    for (const name of ['fill', 'stroke', 'stroke-width', 'stroke-linecap']) {
      shape.setAttribute(name, style.getPropertyValue(name));
    }
  }
}

/** 'Carnet de María Fernanda Rojas.png' */
function fileName(clientName: string | null | undefined): string {
  // Drops path separators and other characters that systems forbid in file names.
  const name = readableName(clientName ?? '')
    .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, '')
    .trim()
    .slice(0, 80);
  return name ? `Carnet de ${name}.png` : 'Carnet de salud.png';
}
