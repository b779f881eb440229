import { createHash } from 'node:crypto';
import { plainPagePolicy } from './security-headers.ts';

const style = `
:root { color-scheme: light dark; --ink: #14213d; --paper: #f6f4ef; --card: #ffffff; --soft: #5b6477; --line: #d9d6ce; --main: #0f5c4d; --on-main: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f6; --paper: #10151f; --card: #1a2130; --soft: #a7b0c2; --line: #313a4d; --main: #6fd3bd; --on-main: #0b1f1a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 2rem; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 1rem; color: var(--soft); }
dl { margin: 1.5rem 0; display: grid; gap: .75rem; }
dl div { display: flex; justify-content: space-between; gap: 1rem; }
dt { color: var(--soft); } dd { margin: 0; font-weight: 600; text-align: right; }
form { display: grid; gap: .75rem; }
label { display: grid; gap: .25rem; font-weight: 600; }
input { font: inherit; padding: .75rem; border: 1px solid var(--soft); border-radius: .5rem; background: transparent; color: inherit; }
button, a.button { font: inherit; font-weight: 600; min-height: 3rem; padding: .75rem 1rem; border-radius: .75rem; border: 1px solid var(--main); background: var(--main); color: var(--on-main); cursor: pointer; text-align: center; text-decoration: none; }
button.second { background: transparent; color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
[role="alert"] { color: var(--ink); font-weight: 600; border-left: 4px solid currentColor; padding-left: .75rem; }
small { display: block; margin-top: 1.5rem; color: var(--soft); }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** A page the server writes itself: one card, no script, its style allowed by hash. `content` is markup, already escaped. */
export function plainPage(title: string, content: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Amparo</title>
<style>${style}</style>
</head>
<body><main><h1>${escaped(title)}</h1>${content}</main></body>
</html>`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': plainPagePolicy(styleHash),
      // A form of a page without a referrer is posted with `Origin: null`, which the origin check refuses.
      'Referrer-Policy': 'same-origin',
    },
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The text as markup shows it. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
