import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openableAddress } from '#rules/addresses.ts';

const hosts = ['pagos.example', 'archivos.example:8443'];
const appOrigin = 'https://amparo.example';
const open = (text: string) => openableAddress(text, hosts, appOrigin);

describe('addresses that may be opened', () => {
  const good: Record<string, string> = {
    'https://pagos.example/orden/7?t=a%20b#x': 'https://pagos.example/orden/7?t=a%20b#x',
    'https://pagos.example': 'https://pagos.example/',
    'HTTPS://PAGOS.EXAMPLE/Orden': 'https://pagos.example/Orden',
    'https://pagos.example:443/x': 'https://pagos.example/x',
    'https://pagos.example?x=//evil.example@': 'https://pagos.example/?x=//evil.example@',
    'https://archivos.example:8443/f': 'https://archivos.example:8443/f',
    'https://amparo.example/archivos/9?firma=abc': 'https://amparo.example/archivos/9?firma=abc',
    '/archivos/9?firma=abc': 'https://amparo.example/archivos/9?firma=abc',
    '/': 'https://amparo.example/',
  };
  for (const [text, href] of Object.entries(good)) {
    test(`[D48][S3] ${text} is opened`, () => expect(open(text)).toBe(href));
  }

  test("[D48] the app's own origin may use plain http while developing, and only with exactly its port", () => {
    const local = 'http://localhost:4173';
    expect(openableAddress('/archivos/1', [], local)).toBe('http://localhost:4173/archivos/1');
    expect(openableAddress('http://localhost:4173/pago', [], local)).toBe('http://localhost:4173/pago');
    for (const other of ['http://localhost/', 'https://localhost:4173/', 'http://localhost:41730/']) {
      expect(openableAddress(other, [], local), other).toBeNull();
    }
  });
});

describe('addresses that are never opened', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://pagos.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:application/pdf;base64,JVBERi0=',
    'blob:https://pagos.example/1',
    'file:///etc/passwd',
    'vbscript:msgbox(1)',
    'intent://pagos.example#Intent;scheme=https;end',
    'filesystem:https://pagos.example/x',
    'about:blank',
    'mailto:a@pagos.example',
    'http://pagos.example/',
    'ftp://pagos.example/',
    '//pagos.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example\\x',
    'https:\\\\pagos.example\\',
    'https://pagos.example\\@evil.example/',
    'https:pagos.example/',
    'https:/pagos.example/',
    'https:///pagos.example/',
    'https://evil.example/',
    'https://pagos.example.evil.example/',
    'https://evil.example/pagos.example',
    'https://evilpagos.example/',
    'https://sub.pagos.example/',
    'https://pagos.example./',
    'https://pagos.example@evil.example/',
    'https://user:secret@pagos.example/',
    'https://@pagos.example/',
    'https://pagos.example:8443/',
    'https://pagos.example:/',
    'https://pagos.example:0443/',
    'https://archivos.example/',
    'https://pagos。example/',
    'https://pagos．example/',
    'https://ｐagos.example/',
    'https://pagos%2eexample/',
    'https://pa\tgos.example/',
    'https://pa\u00adgos.example/',
    'https://раgos.example/',
    ' https://pagos.example/',
    'https://pagos.example/\n',
    'https://pagos.example/\u202Efdp.exe',
    'https://pagos.example/a b',
    'https://pagos.example/a\0b',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://',
    'https://?x=pagos.example',
    'pagos.example/orden',
    'orden/7',
    '#/app',
    '?x=1',
    '',
    `https://pagos.example/${'a'.repeat(5000)}`,
  ];
  test('the table has at least 40 addresses and no repeats', () => {
    expect(new Set(hostile).size).toBe(hostile.length);
    expect(hostile.length).toBeGreaterThanOrEqual(40);
  });
  for (const text of hostile) {
    test(`[S3][D48] ${JSON.stringify(text.slice(0, 60))} is refused`, () => expect(open(text)).toBeNull());
  }

  test('[S3] no address opens outside the allowed hosts, however it is written', () => {
    const piece = fc.constantFrom(
      ...['https:', 'http:', 'javascript:', '//', '/', '\\', '@', ':', '.', '%2e', '#', '?', '443', '。'],
      ...['pagos.example', 'evil.example', 'amparo.example', 'user', ' ', '\t', '\0'],
    );
    // Pieces alone hardly ever make an address.
    const begin = fc.constantFrom(
      ...[
        '',
        '//',
        'http://',
        'https://',
        'https://evil.example',
        'http://pagos.example',
        'https://user@pagos.example',
      ],
    );
    const allowed = ['https://pagos.example', 'https://archivos.example:8443', appOrigin];
    fc.assert(
      fc.property(begin, fc.array(piece, { maxLength: 9 }), (start, pieces) => {
        const href = open(start + pieces.join(''));
        if (href === null) return;
        expect(allowed).toContain(new URL(href).origin);
        expect(new URL(href).username).toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
