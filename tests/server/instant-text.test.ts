import { expect, test } from 'vitest';
import { residences } from '#contract/account.ts';
import { instantText } from '#server/mail/instant-text.ts';

test('[D78] a mail tells the time in the zone of the customer’s country and names it', () => {
  const at = new Date('2026-11-22T02:10:00Z');
  expect(residences.map((residence) => instantText(at, residence))).toEqual([
    '21 de noviembre de 2026, 21:10 (hora de Ecuador)',
    '21 de noviembre de 2026, 20:10 (hora de Costa Rica)',
    '21 de noviembre de 2026, 22:10 (hora de República Dominicana)',
    '21 de noviembre de 2026, 20:10 (hora de Guatemala)',
    '21 de noviembre de 2026, 21:10 (hora de Colombia)',
    '22 de noviembre de 2026, 02:10 (hora UTC)',
  ]);
  expect(instantText(at, 'constructor')).toContain('(hora UTC)');
});
