import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build as bundled, createServer, minify, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { screenParts } from './screen-parts.ts';

const MARKER = '<!--start-->';
const BOOT = 'src/app/prerender/boot.js';
/** The place where the service worker puts the last home (sw/last-home.ts). */
const LAST_HOME = '<!--last-home-->';
const [HEAD, BODY] = ['src/app/last-home/head.ts', 'src/app/last-home/body.ts'];

/**
 * Puts the start page's HTML into the built index.html together with the boot script and the styles it needs, so that it
 * paints without another request. The server names the hashes of script and styles in its content policy. In development the
 * page stays empty and React draws it.
 */
export function prerenderStart(): Plugin {
  let build: ResolvedConfig;
  return {
    name: 'amparo:prerender-start',
    apply: 'build',
    configResolved(config) {
      build = config;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle || !html.includes(MARKER)) return html;
        const booted = await inlineBoot(inlineStyles(html, bundle), bundle, build);
        return booted.replace(MARKER, await startMarkup(build)).replace('<body>', `<body>${fontPreload(bundle)}`);
      },
    },
  };
}

/**
 * Puts the boot script into the page, and those of the last home. With them go the addresses that are requested at once:
 * home's where a session is open, and those of the screen at whose address the page is opened.
 */
async function inlineBoot(html: string, bundle: Rolldown.OutputBundle, config: ResolvedConfig): Promise<string> {
  const home = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === 'home');
  if (home?.type !== 'chunk') throw new Error('the build has no group for home');
  const parts = [home.fileName, ...home.imports, ...(home.viteMetadata?.importedCss ?? [])];
  const { code, errors } = await minify(BOOT, await readFile(resolve(config.root, BOOT), 'utf8'), {
    // Browsers that are too old must be able to read it, since it tells them so.
    compress: { target: 'es2015' },
  });
  if (errors.length > 0) throw new Error(`${BOOT} cannot be read`);
  const inside = parts.map((part) => `/${part}`).join(' ');
  const screens = JSON.stringify(screenParts(config.root, bundle, parts));
  const [head, body] = await Promise.all([scriptOf(HEAD, config), scriptOf(BODY, config)]);
  const entry = html.match(/<script type="module"[^>]*><\/script>/)?.[0];
  const boot = html.match(/<script src="[^"]*boot\.js"[^>]*><\/script>/)?.[0];
  if (!entry || !boot) throw new Error(`index.html does not name the entry script and ${BOOT}`);
  return (
    html
      .replace(boot, '')
      .replace(
        '</head>',
        () =>
          `<script data-inside="${inside}" data-screens='${screens}'>${head}</script><script>${code.trim()}</script></head>`,
      )
      .replace('<body>', () => `<body>${LAST_HOME}<script>${body}</script>`)
      // A request takes a slow processor's time. The last home is drawn before this one.
      .replace(entry, '')
      .replace('</body>', () => `${entry}</body>`)
  );
}

/** The module and all its imports as one classic script. */
async function scriptOf(entry: string, { root, mode, define, build: { target } }: ResolvedConfig): Promise<string> {
  const made = await bundled({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: define ?? {},
    build: {
      target,
      write: false,
      modulePreload: false,
      lib: { entry: resolve(root, entry), formats: ['iife'], name: 'x' },
    },
  });
  const [output] = [made].flat() as Rolldown.RolldownOutput[];
  const code = output?.output[0].code;
  if (!code) throw new Error(`${entry} makes no script`);
  return code.trim();
}

/** Renders the page in a short-lived development server, with the same sources and class names as the build. */
async function startMarkup({ root, mode, define, css: { modules } }: ResolvedConfig): Promise<string> {
  const server = await createServer({
    root,
    mode,
    configFile: false,
    define: define ?? {},
    css: { ...(modules && { modules }) },
    logLevel: 'error',
    appType: 'custom',
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const page = await server.ssrLoadModule('/src/app/prerender/start-markup.tsx');
    return page.startMarkup();
  } finally {
    await server.close();
  }
}

/** Moves the stylesheets of the entry and of the start page into the page, so that their files are not requested. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const take = (file: string): string | null => {
    const asset = bundle[file];
    if (asset?.type !== 'asset') return null;
    delete bundle[file];
    for (const chunk of chunks) chunk.viteMetadata?.importedCss.delete(file);
    return `<style>${asset.source}</style>`;
  };
  const withEntryStyles = html.replace(
    /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
    (link, file: string) => take(file) ?? link,
  );
  const start = chunks.find(({ name }) => name === 'start');
  const styles = [...(start?.viteMetadata?.importedCss ?? [])].map((file) => take(file) ?? '');
  return withEntryStyles.replace('</head>', `${styles.join('')}</head>`);
}

/**
 * Requests the font at once, not when the first text is laid out. The link is in the body, because a font in the head delays
 * the first paint.
 */
function fontPreload(bundle: Rolldown.OutputBundle): string {
  const font = Object.keys(bundle).find((file) => /instrument-sans.*\.woff2$/.test(file));
  return font ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>` : '';
}
