import { describe, expect, test } from 'vitest';
import { cardAdvice, lookOf, paperAdvice } from '#photos/look.ts';
import { people } from '#tests/countries/people.ts';
import {
  blurred,
  cardOf,
  type Drawing,
  dimmed,
  drawn,
  grained,
  onSharpTable,
  pageOf,
  reduced,
  shaken,
} from './drawings.ts';

const look = ({ pixels, width, height }: Drawing) => lookOf(pixels, { width, height });
const front = cardOf('frontal');
const back = cardOf('reverso');

describe('a photo of a card', () => {
  test('[V2.29] both sides in good light get no advice, straight or tilted, with grain or slightly soft', () => {
    for (const one of [
      front,
      back,
      cardOf('frontal', 0.08),
      grained(front, 12),
      blurred(front, 1),
      dimmed(front, 0.5),
    ]) {
      expect(cardAdvice(look(one), null)).toBeNull();
    }
    expect(cardAdvice(look(front), look(back))).toBeNull();
  });

  test.each(Object.keys(people))('[V2.29] neither do the two sides of a card of %s', (name) => {
    const sides = [cardOf(`${name} frontal`), cardOf(`${name} reverso`)].map(look);
    const [one, other] = sides;
    if (!one || !other) throw new Error('two sides');
    expect([cardAdvice(one, other), cardAdvice(other, one)]).toEqual([null, null]);
  });

  test('[V2.29] too dark, blurred and too small get advice', () => {
    expect([0.4, 0.25, 0.1].map((light) => cardAdvice(look(dimmed(front, light)), null))).toEqual([
      null,
      'dark',
      'dark',
    ]);
    expect([1, 2, 4, 6].map((radius) => cardAdvice(look(blurred(front, radius)), null))).toEqual([
      null,
      'blurred',
      'blurred',
      'blurred',
    ]);
    expect(cardAdvice(look(reduced(front, 2)), null)).toBe('small');
  });

  test('[V2.29] a card out of focus on a sharp table gets advice, and so does one with camera shake', () => {
    expect(cardAdvice(look(onSharpTable(blurred(front, 4))), null)).toBe('blurred');
    expect(cardAdvice(look(onSharpTable(front)), null)).toBeNull();
    expect(cardAdvice(look(shaken(front, 9)), null)).toBe('blurred');
  });

  test('[V2.29] one picture for both sides gets advice, even when it was saved again', () => {
    expect(cardAdvice(look(front), look(front))).toBe('same');
    expect(cardAdvice(look(front), look(grained(front, 3)))).toBe('same');
  });

  test('a page without anything on it is told as blurred, and a picture of one pixel takes nothing down', () => {
    expect(cardAdvice(look(drawn(800, 600, () => 230)), null)).toBe('blurred');
    expect(cardAdvice(look(drawn(1, 1, () => 230)), null)).toBe('small');
  });
});

describe('a photo of a paper', () => {
  test('[D10] a page with writing of ten points gets no advice; a crowded page does', () => {
    expect([7, 8, 10, 14].map((letters) => paperAdvice(look(pageOf(letters))))).toEqual([null, null, null, null]);
    expect([3, 4].map((letters) => paperAdvice(look(pageOf(letters))))).toEqual(['letters', 'letters']);
  });

  test('[D10] grain, a card or an X-ray without writing does not count as small writing', () => {
    for (const one of [
      grained(pageOf(9), 8),
      front,
      grained(
        drawn(800, 600, () => 128),
        10,
      ),
    ]) {
      expect(paperAdvice(look(one))).not.toBe('letters');
    }
  });

  test('[D10] a dark or blurred page gets advice', () => {
    expect(paperAdvice(look(dimmed(pageOf(9), 0.2)))).toBe('dark');
    expect(paperAdvice(look(blurred(pageOf(9), 5)))).toBe('blurred');
  });
});
