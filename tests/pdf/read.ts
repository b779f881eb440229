import { COLON } from '#pdf/letters.ts';
import { streamsOf } from '#pdf/objects.ts';

/** The texts of a PDF of ours, each as one drawing shows it: the letters are decoded as a reader of PDF does. */
export function textsOf(file: ArrayBuffer): string[] {
  const streams = streamsOf(file) ?? [];
  const pages = streams.map(({ data }) => new TextDecoder('latin1').decode(data));
  return pages.flatMap((page) =>
    [...page.matchAll(/BT .*? Td (.*?) ET(?=\n|$)/gs)].map(([, shown = '']) =>
      [...shown.matchAll(/\/(\w+) [\d.]+ Tf \(((?:[^()\\]|\\.|\\\d{3})*)\) Tj/gs)]
        .map(([, font = '', letters = '']) => (font.endsWith('Colon') ? COLON : unescaped(letters)))
        .join(''),
    ),
  );
}

function unescaped(letters: string): string {
  return letters.replace(/\\(\d{3}|.)/gs, (_, code: string) => {
    if (code.length < 3) return code;
    const number = Number.parseInt(code, 8);
    return beyondLatin.get(number) ?? String.fromCharCode(number);
  });
}

/** Where WinAnsi is not Latin-1 (ISO 32000-2, annex D.2), as far as the tests write it. Node's own decoder does not know it. */
const beyondLatin = new Map([
  [0o200, '€'],
  [0o225, '•'],
  [0o226, '–'],
]);
