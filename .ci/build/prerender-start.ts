import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

const place = '<!--start-->';

/**
 * Puts the start page's HTML into the built index.html together with the styles it needs, so that it paints before any
 * script or stylesheet is loaded. The styles stand in a plain <style>, whose hash the server names in its content policy.
 * In development the place stays empty and React draws the page.
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
        if (!bundle || !html.includes(place)) return html;
        const styled = namePreloads(inlineStyles(html, bundle), bundle);
        return styled.replace(place, await startMarkup(build)).replace('<body>', `<body>${fontPreload(bundle)}`);
      },
    },
  };
}

/** Tells the boot script what to ask for at once where a session is open. */
function namePreloads(html: string, bundle: Rolldown.OutputBundle): string {
  const home = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === 'home');
  if (home?.type !== 'chunk') throw new Error('the build has no group for home');
  const parts = [home.fileName, ...home.imports, ...(home.viteMetadata?.importedCss ?? [])];
  return html.replace('src="/boot.js"', `$& data-inside="${parts.map((part) => `/${part}`).join(' ')}"`);
}

/** Renders the page in a short-lived development server: the same sources, the same class names. */
async function startMarkup({ root, mode, define }: ResolvedConfig): Promise<string> {
  const server = await createServer({
    root,
    mode,
    configFile: false,
    define: define ?? {},
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

/**
 * The stylesheets of the entry and of the start page move from their files into the page; nothing asks for the files any more.
 */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const take = (file: string): string | null => {
    const asset = bundle[file];
    if (asset?.type !== 'asset') return null;
    delete bundle[file];
    for (const chunk of chunks) chunk.viteMetadata?.importedCss.delete(file);
    return `<style>${asset.source}</style>`;
  };
  const own = html.replace(
    /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
    (link, file: string) => take(file) ?? link,
  );
  const start = chunks.find(({ name }) => name === 'start');
  const styles = [...(start?.viteMetadata?.importedCss ?? [])].map((file) => take(file) ?? '');
  return own.replace('</head>', `${styles.join('')}</head>`);
}

/**
 * The one font is asked for at once, not when the first line of text is laid out. In the body: for a font named in the head the
 * browser puts the first paint off.
 */
function fontPreload(bundle: Rolldown.OutputBundle): string {
  const font = Object.keys(bundle).find((file) => file.endsWith('.woff2'));
  return font ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>` : '';
}
