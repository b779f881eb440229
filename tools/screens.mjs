/**
 * `npm run screens [-- file or -g pattern]`: takes a picture of every screen in every state at four sizes, light and dark,
 * from the built app with the demo customers. They go into `screens`, which git ignores. `screens/index.html` and the
 * pictures `page-….png` show them all, with a row per state and theme. A picture that cannot be taken, or anything axe finds
 * on one, fails the run. It builds first when the build is older than the sources.
 *
 * `AMPARO_DRAWINGS=folder` names the design's pictures: `screens/drawn.html` and `page-drawn-….png` then show each beside ours, with
 * what differs and why, and the other states of the design's table (tests/screens/drawn.json).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
if (process.env.AMPARO_DRAWINGS) await paintDrawn(resolve(process.env.AMPARO_DRAWINGS));
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

/** Each drawing beside ours. One that was not taken is told of, and fails nothing: a run may be of one file. */
async function paintDrawn(drawings) {
  const drawn = JSON.parse(readFileSync('tests/screens/drawn.json', 'utf8'));
  const taken = (ours, alt) =>
    existsSync(join(FOLDER, `${ours}.png`)) ? `<img src="${ours}.png" alt="${alt}">` : `<b>not taken: ${ours}</b>`;
  const state = ({ ours, says }) => `<figure>${taken(ours, says)}<figcaption>${says}</figcaption></figure>`;
  const pair = ({
    drawing,
    ours,
    differs,
    states = [],
  }) => `<section><h2>${drawing}</h2><p>${differs || 'As drawn.'}</p>
<img src="file://${join(drawings, drawing)}.png" alt="${drawing}, drawn">${taken(ours, `${drawing}, ours`)}
<div>${states.map(state).join('')}</div></section>`;
  const page = (some) => `<!doctype html><meta charset="utf-8"><title>Amparo beside its drawings</title><style>
body { margin: 0; padding: 12px; background: #8a8a8a; font: 15px system-ui, sans-serif; width: max-content; }
h2, p { margin: 0 0 6px; } img { height: 780px; margin: 0 12px 24px 0; vertical-align: top; }
figure { display: inline-block; margin: 0 12px 24px 0; } figure img { height: 420px; margin: 0; } figcaption { max-width: 600px; }</style>
${some.map(pair).join('\n')}`;
  writeFileSync(join(FOLDER, 'drawn.html'), page(drawn));
  await withPage(async (browserPage) => {
    for (const [index, one] of drawn.entries()) {
      await shootSheet(browserPage, page([one]), `page-drawn-${String(index + 1).padStart(2, '0')}.png`);
    }
  });
}

/** Takes pictures of the sheet, such as `page-pagos-1.png`. */
async function paint(all) {
  for (const name of readdirSync(FOLDER)) if (name.startsWith('page-')) rmSync(join(FOLDER, name));
  await withPage(async (page) => {
    for (const screen of new Set(all.map((row) => row.screen))) {
      const rowsOfScreen = all.filter((row) => row.screen === screen);
      for (let first = 0; first < rowsOfScreen.length; first += ROWS_PER_PAGE) {
        const some = rowsOfScreen.slice(first, first + ROWS_PER_PAGE);
        await shootSheet(page, sheet(some), `page-${screen}-${first / ROWS_PER_PAGE + 1}.png`);
      }
    }
  });
}

async function withPage(paintOn) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  await paintOn(await browser.newPage({ viewport: { width: 1540, height: 800 } }));
  await browser.close();
}

/** A picture of a sheet, which stands in a file only meanwhile: its pictures have addresses beside it. */
async function shootSheet(page, html, name) {
  const path = join(FOLDER, 'sheet-part.html');
  writeFileSync(path, html);
  await page.goto(`file://${resolve(path)}`);
  await page.screenshot({ path: join(FOLDER, name), fullPage: true });
  rmSync(path);
}
