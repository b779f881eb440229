import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name).sort();

const [server, app] = [read('server/settings.ts'), read('src/settings/schema.ts')];
const ofServer = found(server, /^ {2}([A-Z][A-Z_]+): v\./gm);
const ofApp = found(app, /^ {2}(VITE_[A-Z_]+): \[/gm);
/** The image sets these itself. */
const ofTheImage = ['PORT', 'AMPARO_DATA', 'AMPARO_LISTEN'];
/** The server refuses these without the demo, which the image turns off. */
const ofTheDemo = ['AMPARO_PUSH_TRIAL'];

describe('every setting', () => {
  test('is found by the patterns of this test', () => {
    expect([ofServer.length > 15, ofApp.length > 5]).toEqual([true, true]);
  });

  test('is in the README, which names no other', () => {
    const told = found(
      read('README.md').replace(/^[^|].*$/gm, ''),
      /[`]((?:AMPARO|VITE|AWS|DATABASE)_[A-Z_]+|PORT)[`]/g,
    );
    expect([...new Set(told)]).toEqual([...ofServer, ...ofApp].sort());
  });

  test('of the app can be given to the build of an image', () => {
    expect(found(read('Containerfile'), /^ARG ([A-Z_]+)$/gm)).toEqual(ofApp);
    expect(found(read('compose.yaml'), /^ {8}(VITE_[A-Z_]+):$/gm)).toEqual(ofApp);
  });

  test('[S36] opens the port of an image to its proxy, which is another machine', () => {
    expect(read('Containerfile')).toMatch(/^ENV .*\bAMPARO_LISTEN=0\.0\.0\.0\b/m);
  });

  test('of the server is passed on by the compose file, except those of the image and the demo', () => {
    const handed = found(read('compose.yaml').replace(/^ {2}base:$[\s\S]*/m, ''), /^ {6}([A-Z][A-Z_]+):/gm);
    const wanted = ofServer.filter((name) => ![...ofTheImage, ...ofTheDemo].includes(name));
    expect(handed).toEqual(wanted);
  });
});
