import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { chromiumFlags } from './journeys/harness/chromium.ts';

test('Chromium keeps everything turned off that Playwright turns off, since our own flag replaces that one', () => {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[([\s\S]*?)\]/.exec(bundle) ?? [];
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name ?? '');
  const ours = chromiumFlags
    .find((flag) => flag.startsWith('--disable-features='))
    ?.split('=')[1]
    ?.split(',');
  expect(theirs).toContain('PaintHolding');
  // Those of Edge and of Windows do nothing here.
  expect(ours).toEqual(expect.arrayContaining(theirs.filter((name) => !/^ms|Win/.test(name))));
});
