import { expect, test } from 'vitest';
import type { PictureFacts } from '#photos/dimensions.ts';
import { shownPlace, turnedPlace } from '#photos/place.ts';

const place = { left: 0, top: 0.25, width: 0.5, height: 0.25 };

test.each([
  [0, place],
  // What was at the left is above, and what was above is at the right.
  [1, { left: 0.5, top: 0, width: 0.25, height: 0.5 }],
  [2, { left: 0.5, top: 0.5, width: 0.5, height: 0.25 }],
  [3, { left: 0.25, top: 0.5, width: 0.25, height: 0.5 }],
  [4, place],
])('a place turns with its picture: %i quarters', (quarters, turned) => {
  expect(turnedPlace(place, quarters)).toEqual(turned);
});

const [wide, tall] = [
  { width: 400, height: 300 },
  { width: 300, height: 400 },
];
const facts = (orientation: number): PictureFacts => ({
  kind: 'jpeg',
  stored: wide,
  shown: orientation > 4 ? tall : wide,
  orientation,
  complete: true,
});

test.each([
  ['upright', 1, wide, place],
  ['turned by the decoder', 6, tall, place],
  ['left for the viewer to turn', 6, wide, turnedPlace(place, 1)],
  ['left for the viewer to turn back', 8, wide, turnedPlace(place, 3)],
  ['upside down, which no shape tells', 3, wide, null],
  ['decoded as it is shown', 3, null, place],
] as const)('a place is told on the photo as it is shown: %s', (_, orientation, decoded, shown) => {
  expect(shownPlace(place, facts(orientation), decoded)).toEqual(shown);
});
