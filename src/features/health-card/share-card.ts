import { readableName } from '#rules/people.ts';
import { handOver } from '#ui/hand-over.ts';

/** Browsers draw nothing on a canvas with a longer side, in pixels (H9.11). */
export const LONGEST_SIDE = 16_384;
/** Pixels of the image for each pixel of the card: small print stays readable when the picture is enlarged. */
const SHARPNESS = 3;

/** Fetched before it is needed: a share must follow its press within moments, and a browser forgets the press of a slow one. */
export const loadImaging = () => import('html-to-image');

/** How many pixels of the image one of the card becomes, for a card of this size in CSS pixels. */
export const imageScale = ({ width, height }: { width: number; height: number }): number =>
  Math.min(SHARPNESS, LONGEST_SIDE / Math.max(width, height, 1));

/**
 * Offers the card as a picture on the system's share sheet, which the customer may close again. Without a share sheet it goes
 * among the downloads.
 *
 * @param clientName whose card it is, as the insurer writes it
 * @throws when the picture cannot be made or the sheet cannot be opened
 */
export async function shareAsPicture(card: HTMLElement, clientName: string | null | undefined): Promise<void> {
  const { toBlob } = await loadImaging();
  paintDrawings(card);
  // What only holds on this device is not part of what is shown around.
  const onlyHere = card.querySelector<HTMLElement>('[data-only-here]');
  const { width, height } = card.getBoundingClientRect();
  const picture = await toBlob(card, {
    height: height - (onlyHere?.getBoundingClientRect().height ?? 0),
    pixelRatio: imageScale({ width, height }),
    filter: (node) => node !== onlyHere && !(node instanceof HTMLElement && 'notDrawn' in node.dataset),
    // Round corners would be transparent, which some viewers show in black.
    style: { borderRadius: '0' },
    // So would the part of a pixel below a card of a broken height.
    backgroundColor: getComputedStyle(card).backgroundColor,
  });
  if (!picture) throw new Error('the browser drew no picture of the card');
  const file = new File([picture], fileName(clientName), { type: 'image/png' });
  const sheet = { files: [file], title: 'Carnet de salud' };
  // Also where there is a sheet, it may take no files.
  if (!navigator.canShare?.(sheet)) return handOver(file);
  await navigator.share(sheet).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
}

/** The library copies what is inside a drawing without its style sheet: its paint has to stand on the shapes themselves. */
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
  // Neither a folder nor what a system forbids in a file's name.
  const name = readableName(clientName ?? '')
    .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, '')
    .trim()
    .slice(0, 80);
  return name ? `Carnet de ${name}.png` : 'Carnet de salud.png';
}
