import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isShared } from '../../sw/is-shared.ts';

interface Image {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}
interface Manifest {
  theme_color: string;
  background_color: string;
  icons: Image[];
  screenshots: (Image & { form_factor: string; label: string })[];
  shortcuts: { name: string; url: string; icons: Image[] }[];
  [field: string]: unknown;
}

const manifest: Manifest = JSON.parse(readFileSync('manifest.webmanifest', 'utf8'));
const page = readFileSync('index.html', 'utf8');
const images = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
];

test.each(images)('$src is a PNG of $sizes', ({ src, sizes, type }) => {
  expect(type).toBe('image/png');
  expect(pngSize(`public${src}`)).toBe(sizes);
});

test('the manifest has the icons that devices need', () => {
  const kinds = manifest.icons.map((icon) => `${icon.sizes} ${icon.purpose}`);
  expect(kinds).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable', '512x512 monochrome']),
  );
  expect(pngSize('public/icons/apple-touch-icon.png')).toBe('180x180');
});

test('the manifest has every member that an installed app needs', () => {
  const needed = [
    'id',
    'name',
    'short_name',
    'description',
    'lang',
    'dir',
    'start_url',
    'scope',
    'display',
    'orientation',
    'categories',
  ];
  expect(needed.filter((field) => !manifest[field])).toEqual([]);
  expect([manifest.short_name, manifest.lang, manifest.display]).toEqual(['Amparo', 'es', 'standalone']);
});

test('[D68] an installed window may lack a title bar, and the app draws one beside the system’s buttons', () => {
  expect(manifest.display_override).toEqual(['window-controls-overlay']);
  const tokens = readFileSync('src/ui/base/tokens.css', 'utf8');
  expect(tokens).toContain('--titlebar: env(titlebar-area-height, 0px);');
  const base = readFileSync('src/ui/base/base.css', 'utf8');
  const bar = base.slice(base.indexOf('body::before {'));
  expect(bar.slice(0, bar.indexOf('}'))).toMatch(/height: var\(--titlebar\);[^}]*app-region: drag;/);
});

test('[D68] elements fixed or sticky at the upper edge stay below that bar', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const rules = sheets.flatMap((name) =>
    [...readFileSync(`src/${name}`, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      rule: `${name} ${selector.trim().split('\n').at(-1)}`,
      body,
    })),
  );
  const atTheTop = rules.filter(
    ({ body }) =>
      /position: (?:fixed|sticky)/.test(body) && /(?:^|\s)(?:top: |inset: (?!auto|0;)|inset-block: )/.test(body),
  );
  expect(atTheTop.length).toBeGreaterThan(5);
  // These may lie there: the bar, the sign of loading on it, sticky parts of a list, toasts and notices. The start page
  // says itself where its notices stand (--notices-inset).
  const free = [
    'ui/base/base.css body::before',
    'app/prerender/first-screen.css :root[data-entering]::after',
    'forms/option-list.module.css .top',
    'ui/layers/toast-region.module.css .region',
    'app/root.module.css .notices',
    'app/start.module.css .notices',
  ];
  for (const { rule, body } of rules.filter(({ body }) => body.includes('--notices-inset:')))
    expect(body, rule).toContain('var(--titlebar)');
  expect(
    atTheTop
      .filter(({ rule, body }) => !body.includes('var(--titlebar)') && !free.includes(rule))
      .map(({ rule }) => rule),
  ).toEqual([]);
});

test('the colours of the manifest, the page and the tokens are the same', () => {
  const themes = [...page.matchAll(/<meta name="theme-color" content="(#\w+)"/g)].map((match) => match[1]);
  const papers =
    (/--paper: (.*);/.exec(readFileSync('src/ui/base/tokens.css', 'utf8'))?.[1] ?? '').match(/#\w+/g) ?? [];
  expect(papers).toHaveLength(2);
  expect(themes).toEqual(papers);
  expect([manifest.theme_color, manifest.background_color]).toEqual([papers[0], papers[0]]);
});

test('the page refers only to existing files, and has no inline script', () => {
  const files = [...page.matchAll(/(?:href|src)="\/(src\/|icons\/)([^"]*)"/g)].map(([, folder, file]) =>
    folder === 'icons/' ? `public/icons/${file}` : `src/${file}`,
  );
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
});

/** Width and height in pixels from the file's header (IHDR, PNG specification 11.2.2). */
function pngSize(file: string): string {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('[D29] other apps can share PDFs and pictures with Amparo and open them in it, where the worker takes them', () => {
  const { share_target: share, file_handlers: handlers } = manifest as unknown as {
    share_target: {
      action: string;
      method: string;
      enctype: string;
      params: { files: { name: string; accept: string[] }[] };
    };
    file_handlers: { action: string; accept: Record<string, string[]> }[];
  };
  expect(isShared({ method: share.method, url: `https://amparo.test${share.action}` }, 'https://amparo.test')).toBe(
    true,
  );
  expect([share.enctype, share.params.files.map(({ name }) => name)]).toEqual(['multipart/form-data', ['archivos']]);
  expect(Object.keys(handlers[0]?.accept ?? {})).toContain('application/pdf');
  // An invoice's XML too, whichever name a system gives its type (D75).
  expect(share.params.files[0]?.accept).toEqual(expect.arrayContaining(['text/xml', 'application/xml', '.xml']));
});

test('the manifest has labelled screenshots of a phone and a desk', () => {
  expect(manifest.screenshots.map((one) => one.form_factor).sort()).toEqual(['narrow', 'wide']);
  expect(manifest.screenshots.every(({ label }) => label.length > 10)).toBe(true);
});

test('[D67] a second launch goes to the open window where the browser supports it', () => {
  expect(manifest.launch_handler).toEqual({ client_mode: ['navigate-existing', 'auto'] });
});
