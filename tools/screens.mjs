/**
 * `npm run screens [-- file or -g pattern]`: takes a picture of every screen in every state at four sizes, light and dark,
 * from the built app with the demo customers. They go into `screens`, which git ignores. `screens/index.html` and the
 * pictures `page-….png` show them all, with a row per state and theme. A picture that cannot be taken, or anything axe finds
 * on one, fails the run. It builds first when the build is older than the sources.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { buildIfStale } from '../server/build.mjs';
import { chromiumPath } from './shared/chromium-path.mjs';
import { run } from './shared/steps.mjs';

const FOLDER = 'screens';
const SIZES = ['390x844', '375x553', '820x1180', '1280x800'];
/** Height of a picture on the sheet. */
const PICTURE_HEIGHT_PX = 420;
const ROWS_PER_PAGE = 2;

const args = process.argv.slice(2);
if (!buildIfStale()) process.exit(1);
if (args.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const code = await run(
  'node_modules/.bin/playwright',
  ['test', '--config', 'tests/screens/playwright.config.ts', ...args],
  { env: { ...process.env, AMPARO_SCREENS: FOLDER } },
);
const rows = rowsOf(FOLDER);
writeFileSync(join(FOLDER, 'index.html'), sheet(rows));
await paint(rows);
console.log(`${rows.length / 2} states in ${FOLDER}/index.html`);
process.exit(code);

/** A row for each screen, state and theme. The states of a screen are in the order of their pictures. */
function rowsOf(folder) {
  const rowByKey = new Map();
  for (const name of readdirSync(folder)) {
    const [screen, state, size, theme] = name.replace(/\.png$/, '').split('~');
    if (!theme) continue;
    const key = `${screen}~${state}~${theme}`;
    const taken = statSync(join(folder, name)).mtimeMs;
    const row = rowByKey.get(key) ?? { screen, state, theme, taken, pictures: {} };
    row.pictures[size] = name;
    row.taken = Math.min(row.taken, taken);
    rowByKey.set(key, row);
  }
  return [...rowByKey.values()].sort((one, other) => one.screen.localeCompare(other.screen) || one.taken - other.taken);
}

function sheet(some) {
  const row = ({ screen, state, theme, pictures }) =>
    `<section class="${theme}"><h2>${screen} · ${state} · ${theme}</h2>${SIZES.map((size) =>
      pictures[size]
        ? `<a href="${pictures[size]}"><img src="${pictures[size]}" alt="${screen}, ${state}, ${size}, ${theme}"></a>`
        : '',
    ).join('')}</section>`;
  return `<!doctype html><meta charset="utf-8"><title>Amparo, screen by screen</title><style>
body { margin: 0; padding: 12px; background: #8a8a8a; font: 13px system-ui, sans-serif; width: max-content; }
section { white-space: nowrap; } h2 { margin: 0; font-size: 13px; line-height: 20px; }
img { height: ${PICTURE_HEIGHT_PX}px; margin-right: 8px; vertical-align: top; }</style>
${some.map(row).join('\n')}`;
}

/** Takes pictures of the sheet, such as `page-pagos-1.png`. */
async function paint(all) {
  for (const name of readdirSync(FOLDER)) if (name.startsWith('page-')) rmSync(join(FOLDER, name));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1540, height: 800 } });
  for (const screen of new Set(all.map((row) => row.screen))) {
    const rowsOfScreen = all.filter((row) => row.screen === screen);
    for (let first = 0; first < rowsOfScreen.length; first += ROWS_PER_PAGE) {
      const path = join(FOLDER, 'sheet-part.html');
      writeFileSync(path, sheet(rowsOfScreen.slice(first, first + ROWS_PER_PAGE)));
      await page.goto(`file://${resolve(path)}`);
      await page.screenshot({ path: join(FOLDER, `page-${screen}-${first / ROWS_PER_PAGE + 1}.png`), fullPage: true });
      rmSync(path);
    }
  }
  await browser.close();
}
