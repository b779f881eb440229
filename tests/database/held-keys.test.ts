import { expect, test } from 'vitest';
import { askOtherPages, forgetHeld, heldKeys, holdKeys, keysInMemory } from '#database/held-keys.ts';
import { createDatabase } from '#database/open.ts';
import type { ReadingKeys } from '#database/rows.ts';

const of = (owner: string) => ({ owner }) as ReadingKeys;

test('[F16][D56] keys stay while those of a sign-in that has not committed are held too, and go once those are read', async () => {
  const db = createDatabase('held keys');
  let names: string[] = [];
  askOtherPages(db, {
    ask: async () => of('given'),
    has: (now) => {
      names = [...now];
    },
  });
  holdKeys(db, 'open', of('ana'));
  expect(keysInMemory(db, 'open')).toEqual(of('ana'));
  holdKeys(db, 'signing in', of('ana again'));
  expect(names, 'both can be given to other pages').toEqual(['open', 'signing in']);
  expect(keysInMemory(db, 'open'), 'a read before the commit').toEqual(of('ana'));
  expect(keysInMemory(db, 'signing in'), 'a read after the commit').toEqual(of('ana again'));
  expect(names).toEqual(['signing in']);
  expect(keysInMemory(db, 'open')).toBeNull();
  expect(await heldKeys(db, 'of another page'), 'another page signed in').toEqual(of('given'));
  expect(keysInMemory(db, 'of another page')).toEqual(of('given'));
  expect(names).toEqual(['of another page']);
  forgetHeld(db);
  expect(names).toEqual([]);
  expect(keysInMemory(db, 'of another page')).toBeNull();
});
