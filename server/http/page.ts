import { createHash } from 'node:crypto';
import { plainPagePolicy } from './security-headers.ts';

/** Where the pages below find the app's font, whatever the build calls it. Where it is not served, the system's font is used. */
export const PAGE_FONT = '/letra.woff2';

/** The app's own colours, shapes and mark (src/ui/base/tokens.css): whoever comes from a mail must see that it is the same house. */
const style = `
@font-face { font-family: "Instrument Sans"; src: url("${PAGE_FONT}") format("woff2"); font-weight: 400 700; font-display: swap; }
:root { color-scheme: light dark; --ink: #17211f; --soft: #55625f; --paper: #fbf8f3; --card: #ffffff; --line: #e6dfd4; --edge: #8f8778; --main: #0f4c4a; --deep: #0b3a39; --on-main: #ffffff; --mark: #0f4c4a; --dot: #e8833a; --bad: #fae6e3; --bad-ink: #8a231c; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1ec; --soft: #a9b6b1; --paper: #101817; --card: #1a2423; --line: #2c3836; --edge: #6f7e7a; --main: #8fd3c7; --deep: #a9e0d6; --on-main: #06231f; --mark: #8fd3c7; --dot: #e8833a; --bad: #431c19; --bad-ink: #ffb9b2; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; align-content: center; justify-items: center; gap: 24px; padding: 24px 20px; background: var(--paper); color: var(--ink); font: 1rem/1.45 "Instrument Sans", system-ui, sans-serif; }
header { display: flex; align-items: center; gap: 10px; width: 100%; max-width: 416px; font-size: 1.375rem; font-weight: 680; letter-spacing: -.02em; }
header > svg:first-child { flex: none; width: 1.36em; height: 1.36em; }
header path { fill: none; stroke: var(--mark); stroke-width: 5; stroke-linecap: round; }
header circle { fill: var(--dot); }
main { width: 100%; max-width: 416px; padding: 24px; border-radius: 20px; background: var(--card); box-shadow: 0 1px 2px rgb(23 33 31 / .04), 0 8px 24px rgb(23 33 31 / .06); }
h1 { margin: 0 0 8px; font-size: 1.375rem; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; }
p { margin: 0 0 20px; color: var(--soft); }
dl { margin: 24px 0; display: grid; gap: 12px; }
dl div { display: flex; justify-content: space-between; gap: 16px; }
dt { color: var(--soft); } dd { margin: 0; font-weight: 600; text-align: right; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 16px; }
label { display: grid; gap: 6px; font-weight: 600; }
input { width: 100%; min-height: 52px; padding: 12px 16px; border: 1.5px solid var(--edge); border-radius: 14px; background: var(--card); color: inherit; font: inherit; font-weight: 400; }
button, a.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px; padding: 12px 20px; border: 1.5px solid var(--main); border-radius: 14px; background: var(--main); color: var(--on-main); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
form button { margin-top: 4px; }
button:hover, a.button:hover { background: var(--deep); border-color: var(--deep); }
button.second { background: transparent; color: var(--main); }
button.second:hover { background: transparent; border-color: var(--deep); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
[role="alert"] { padding: 12px 16px; border-radius: 14px; background: var(--bad); color: var(--bad-ink); font-weight: 600; }
@media (forced-colors: active) { header path { stroke: CanvasText; } [role="alert"] { border: 1px solid; } }
small { display: block; margin-top: 24px; color: var(--soft); }
`;

const mark =
  '<svg viewBox="0 0 40 40" aria-hidden="true"><path d="M5 36V21a15 15 0 0 1 30 0v15"/><circle cx="20" cy="25" r="6"/></svg>';

type Page = (title: string, content: string, status?: number) => Response;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Pages the server writes itself, their style allowed by hash. `css` is style that comes after the house's, `figure` a drawing.
 *
 * @param script allowed by hash as well, where a page cannot do without
 */
export function pageOf(css = '', figure = '', script = ''): Page {
  const whole = style + css;
  const policy = plainPagePolicy(hashOf(whole), script && hashOf(script));
  return (title, content, status = 200) => {
    const html = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Amparo</title>
<style>${whole}</style>
</head>
<body><header>${mark}Amparo${figure}</header><main><h1>${escaped(title)}</h1>${content}</main>${script && `<script>${script}</script>`}</body>
</html>`;
    return new Response(html, {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': policy,
        // A form of a page without a referrer is posted with `Origin: null`, which the origin check refuses.
        'Referrer-Policy': 'same-origin',
      },
    });
  };
}

/** One card in the middle. `content` is markup, already escaped. */
export const plainPage = pageOf();

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The text as markup shows it. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
