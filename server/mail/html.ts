import type { Message } from './mail.ts';

/** Many mail programs read no style sheets: each piece carries its own. The colours are the app's (`src/ui/base/tokens.css`). */
const styles = {
  body: 'margin:0;padding:24px 12px;background:#fbf8f3;color:#17211f;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  card: 'table-layout:fixed;width:100%;max-width:520px;margin:0 auto;background:#ffffff;border-radius:12px',
  inside: 'padding:28px 28px 12px',
  name: 'margin:0 0 20px;font-weight:600;color:#0f4c4a',
  paragraph: 'margin:0 0 16px;color:#17211f',
  code: 'margin:0 0 16px;padding:14px;background:#e4efec;border-radius:8px;color:#17211f;text-align:center;font-size:28px;font-weight:600;letter-spacing:6px',
  button:
    'display:inline-block;margin:0 0 16px;padding:12px 20px;background:#0f4c4a;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none',
  link: 'color:#0f4c4a;overflow-wrap:anywhere;word-break:break-all',
  foot: 'box-sizing:border-box;margin:0 auto;max-width:520px;padding:16px 28px;color:#55625f;font-size:13px',
};

/** What those that read them show in the dark: there the pieces' own colours give way. */
const dark = `@media (prefers-color-scheme: dark) {
body { background: #0f1716 !important; color: #eef2f0 !important; }
.card { background: #1a2423 !important; }
.card p, .card td { color: #eef2f0 !important; }
.card .code { background: #24403d !important; }
.card .name, .card .link { color: #8fd0c6 !important; }
.card .button { background: #8fd0c6 !important; color: #0f1716 !important; }
.foot { color: #aab6b3 !important; }
}`;

/** Below every mail, in both its forms. */
const FOOT = 'Recibes este correo por una cuenta de Amparo. Nunca te pediremos tu contraseña por correo.';

/** The message for mail programs that show no pages, with all that its page says. */
export const textOf = ({ text }: Pick<Message, 'text'>): string => `${text}\n\n${FOOT}`;

/** The message as a page for mail programs: nothing is fetched, so nobody learns when it is read. */
export function htmlOf({
  subject,
  text,
  link = '',
  code,
  action = 'Abrir Amparo',
}: Pick<Message, 'subject' | 'text' | 'link' | 'code' | 'action'>): string {
  const [first = '', ...others] = text.split('\n\n').map((paragraph) => drawn(paragraph, link, action));
  const large = code ? `<p class="code" style="${styles.code}">${escaped(code)}</p>` : '';
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${dark}</style><title>${escaped(subject)}</title></head>
<body style="${styles.body}"><table role="presentation" cellpadding="0" cellspacing="0" class="card" style="${styles.card}"><tr><td style="${styles.inside}">
<p class="name" style="${styles.name}">Amparo</p>
${[first, large, ...others].filter(Boolean).join('\n')}
</td></tr></table>
<p class="foot" style="${styles.foot}">${FOOT}</p>
</body></html>`;
}

function drawn(paragraph: string, link: string, action: string): string {
  const href = escaped(link);
  const shown = `<a href="${href}" class="link" style="${styles.link}">${href}</a>`;
  // Beside the button, for who reads where it leads before pressing it.
  const button = `<a href="${href}" class="button" style="${styles.button}">${escaped(action)}</a><br>${shown}`;
  const html = paragraph === link ? button : (link ? paragraph.split(link) : [paragraph]).map(escaped).join(shown);
  return `<p style="${styles.paragraph}">${html.replaceAll('\n', '<br>')}</p>`;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Names are what customers typed. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
