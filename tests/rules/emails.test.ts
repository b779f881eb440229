import { describe, expect, test } from 'vitest';
import { mailboxOf, sameMailbox } from '#contract/mailbox.ts';
import { emailSuggestion } from '#rules/emails.ts';
import { emailConfirmationProblem, emailProblem } from '#rules/registration-fields.ts';

/** How people and attackers write one mailbox so that mail programs still deliver there. */
const otherSpellings = [
  'a,rosa@correo.test',
  'rosa@correo.test,a',
  'rosa@correo.test, otra@correo.test',
  '<rosa@correo.test>',
  'Rosa <rosa@correo.test>',
  '"z"<rosa@correo.test>',
  '"rosa"@correo.test',
  '(uno)rosa@correo.test',
  'rosa(uno)@correo.test',
  'rosa@correo.test(uno)',
  'rosa@(uno)correo.test',
  'g:rosa@correo.test',
  'g:rosa@correo.test;',
  'rosa@correo.test;',
  'rosa@correo.test;otra@correo.test',
  '@relevo.test:rosa@correo.test',
  'rosa\\@correo.test',
  'rosa@[192.0.2.1]',
  'ｒosa@correo.test',
  'rosa＠correo.test',
  'rosa@correo.test.',
  'rosa%correo.test@relevo',
  'ro\u00adsa@correo.test',
  'rosa@cor\u200breo.test',
  'rosa\n@correo.test',
  'rosa@correo.test\r\nBcc: otra@correo.test',
];

describe('[S34] an email names one mailbox', () => {
  test('[S34] every other spelling of a mailbox is refused, so that nobody has two accounts with it', () => {
    for (const spelling of otherSpellings) {
      expect(mailboxOf(spelling), spelling).toBeNull();
      expect(emailProblem(spelling), spelling).toBe('Ingresa un correo electrónico válido');
    }
  });

  test('[S34] what differs in capitals, blanks around it, accents in two signs or the domain’s notation is the same mailbox', () => {
    const same = [
      ['Rosa@Correo.TEST', 'rosa@correo.test'],
      ['  rosa@correo.test ', 'rosa@correo.test'],
      ['rosa@correo。test', 'rosa@correo.test'],
      ['rosa@ＣＯＲＲＥＯ.test', 'rosa@correo.test'],
      ['ana@Ñandú.test', 'ana@xn--and-6ma2c.test'],
      ['jose\u0301@correo.test', 'jos\u00e9@correo.test'],
    ];
    for (const [typed = '', mailbox] of same) expect(mailboxOf(typed), typed).toBe(mailbox);
  });

  test('[S34] [V5.10] good addresses are taken, with ñ and accents before the sign too', () => {
    const good = [
      'a@b.co',
      'ana.solis+seguros@correo.co.cr',
      "o'b@x.io",
      'rosa.ordoñez@gmail.com',
      'josé@correo.test',
      '1234567@qq.com',
      'a_b-c=d@sub.correo.museum',
      '用户@例子.公司',
    ];
    for (const one of good) expect([one, emailProblem(one)]).toEqual([one, null]);
  });

  test('[S34] a domain of numbers alone, a label that is too long or a path that is too long is none', () => {
    const bad = [
      'rosa@127.0.0.1',
      'rosa@0x7f.1',
      'rosa@1.2',
      'rosa@correo.123',
      'rosa@-correo.test',
      'rosa@correo-.test',
      `rosa@${'a'.repeat(64)}.test`,
      `${'a'.repeat(65)}@correo.test`,
      `rosa@${'a.'.repeat(123)}test`,
      'rosa@correo.te_st',
      'rosa@correo/otra.test',
      'rosa@correo.test:25',
      'rosa@correo.test?x',
      'rosa@correo.test#x',
    ];
    for (const one of bad) expect(mailboxOf(one), one).toBeNull();
  });

  test('[S34] a text of a hostile length is judged at once', () => {
    expect(mailboxOf(`${'a.'.repeat(200_000)}@${'b.'.repeat(200_000)}`)).toBeNull();
  });
});

describe('[V5.10] the confirmation of an email', () => {
  test('[V5.10] equals it when both name the same mailbox, whatever the capitals, blanks and composed signs', () => {
    const pairs = [
      ['Rosa@Gmail.com', 'rosa@gmail.com'],
      [' rosa@gmail.com', 'rosa@gmail.com  '],
      ['jose\u0301@correo.test', 'JOS\u00c9@correo.test'],
    ] as const;
    for (const [one, other] of pairs) {
      expect(sameMailbox(one, other)).toBe(true);
      expect(emailConfirmationProblem(one, other)).toBeNull();
    }
    for (const other of ['', 'rosa@gmail.co', 'rosa@correo.test']) {
      expect(emailConfirmationProblem('rosa@gmail.com', other)).toBe('Los correos electrónicos no coinciden');
    }
  });
});

describe('[S34] a slip in an address is asked about', () => {
  test('[S34] a customer who typed gmail.con, hotmail.cmo or ñ before the sign is offered what was probably meant', () => {
    const slips = [
      ['rosa@gmail.con', 'rosa@gmail.com'],
      ['rosa@hotmail.cmo', 'rosa@hotmail.com'],
      ['rosa@gmial.com', 'rosa@gmail.com'],
      ['rosa@gmail.co', 'rosa@gmail.com'],
      ['rosa@hotmal.com', 'rosa@hotmail.com'],
      ['rosa@outlok.com', 'rosa@outlook.com'],
      ['rosa@yahooo.com', 'rosa@yahoo.com'],
      ['Rosa.Ordoñez@Gmail.com', 'rosa.ordonez@gmail.com'],
      ['josé@correo.test', 'jose@correo.test'],
      ['íñigo@hotmial.con', 'inigo@hotmail.com'],
      ['rosa@miempresa.con', 'rosa@miempresa.com'],
      ['rosa@gmailcom.com', null],
    ] as const;
    for (const [typed, meant] of slips) expect([typed, emailSuggestion(typed)]).toEqual([typed, meant]);
  });

  test('[S34] nobody is asked about an address that may well be right', () => {
    const right = [
      'rosa@gmail.com',
      'rosa@mail.com',
      'rosa@ymail.com',
      'rosa@outlook.es',
      'rosa@hotmail.es',
      'rosa@yahoo.com.co',
      'rosa@yahoo.es',
      'rosa@correo.co',
      'rosa@une.net.co',
      'ana@ñandú.test',
      'rosa',
      '',
    ];
    for (const one of right) expect([one, emailSuggestion(one)]).toEqual([one, null]);
  });
});
