import { type PictureFacts, tellable } from './dimensions.ts';
import type { Size } from './photo.ts';

/** Where something is on a picture, in shares of its sides, 0 to 1. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The place on the picture after it was turned so many quarters clockwise. */
export function turnedPlace(place: Place, quarters: number): Place {
  let { left, top, width, height } = place;
  for (let turn = 0; turn < quarters; turn += 1) {
    [left, top] = [1 - top - height, left];
    [width, height] = [height, width];
  }
  return { left, top, width, height };
}

/**
 * Where it is on the photo as it is shown. A decoder may apply a quarter turn or not, which its shape tells; of other
 * orientations nothing is told.
 *
 * @param decoded null when the photo was decoded as it is shown
 */
export function shownPlace(place: Place, facts: PictureFacts, decoded: Size | null): Place | null {
  if (decoded === null) return place;
  if (!tellable(facts)) return null;
  const isShown = decoded.width > decoded.height === facts.shown.width > facts.shown.height;
  return isShown ? place : turnedPlace(place, facts.orientation === 6 ? 1 : 3);
}
