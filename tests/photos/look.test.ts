// @module-tag depth
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
  test('[V2.29] gets no advice in good light, straight or tilted, with grain or slightly soft', () => {
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

  test.each(Object.keys(people))('[V2.29] gets no advice on either side of a card of %s', (name) => {
    const sides = [cardOf(`${name} frontal`), cardOf(`${name} reverso`)].map(look);
    const [one, other] = sides;
    if (!one || !other) throw new Error('two sides');
    expect([cardAdvice(one, other), cardAdvice(other, one)]).toEqual([null, null]);
  });

  test('[V2.29] gets advice when it is too dark, blurred or too small', () => {
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

  test('[V2.29] gets advice when the card is out of focus on a sharp table, or the camera shook', () => {
    expect(cardAdvice(look(onSharpTable(blurred(front, 4))), null)).toBe('blurred');
    expect(cardAdvice(look(onSharpTable(front)), null)).toBeNull();
    expect(cardAdvice(look(shaken(front, 9)), null)).toBe('blurred');
  });

  test('[V2.29] gets advice when it is used for both sides, even when it was saved again', () => {
    expect(cardAdvice(look(front), look(front))).toBe('same');
    expect(cardAdvice(look(front), look(grained(front, 3)))).toBe('same');
  });

  test('counts as blurred when it is empty, and as small when it is one pixel', () => {
    expect(cardAdvice(look(drawn(800, 600, () => 230)), null)).toBe('blurred');
    expect(cardAdvice(look(drawn(1, 1, () => 230)), null)).toBe('small');
  });
});

describe('a photo of a document', () => {
  test('[D10] gets no advice for normal writing, and advice for very small writing', () => {
    expect([7, 8, 10, 14].map((letters) => paperAdvice(look(pageOf(letters))))).toEqual([null, null, null, null]);
    expect([3, 4].map((letters) => paperAdvice(look(pageOf(letters))))).toEqual(['letters', 'letters']);
  });

  test('[D10] gets no advice about small writing for grain, a card or an X-ray', () => {
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

  test('[D10] gets advice when it is dark or blurred', () => {
    expect(paperAdvice(look(dimmed(pageOf(9), 0.2)))).toBe('dark');
    expect(paperAdvice(look(blurred(pageOf(9), 5)))).toBe('blurred');
  });
});
