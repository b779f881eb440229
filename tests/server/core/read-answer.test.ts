import { describe, expect, test } from 'vitest';
import { readJson } from '#server/core/read-answer.ts';

/** An answer whose text comes in pieces of 64 kB. @returns also how many of them were taken */
function answerOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  let taken = 0;
  const body = new ReadableStream(
    {
      pull(stream) {
        const piece = bytes.subarray(taken * 65_536, (taken + 1) * 65_536);
        taken += 1;
        if (piece.length === 0) stream.close();
        else stream.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { answer: new Response(body, { headers: { 'Content-Type': 'application/json' } }), taken: () => taken };
}

describe('[F48] the text of an administration that is left before it is parsed', () => {
  test.each([
    ['has lists within lists', '['.repeat(500_000), 'too deep'],
    ['has objects within objects', '{"a":'.repeat(200_000), 'too deep'],
    ['has empty lists side by side', `[${'[],'.repeat(1_100_000)}`, 'too many'],
    ['has numbers side by side', `[${'1,'.repeat(2_100_000)}`, 'too many'],
  ])('%s', async (_, text, why) => {
    const { answer, taken } = answerOf(text);
    await expect(readJson(answer)).rejects.toMatchObject({ why });
    expect(taken()).toBeLessThan(text.length / 65_536 / 2);
  });
});

describe('[F48] the text of an administration', () => {
  test('may have brackets, quotes and commas in its words, as many as it likes', async () => {
    const value = { policies: [{ note: `${'[{,'.repeat(50_000)}\\"]}"` }], also: ['\\', '"', 'ñ['] };
    expect(await readJson(answerOf(JSON.stringify(value)).answer)).toEqual(value);
  });
});
