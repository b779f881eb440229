/**
 * Whether an address that came from a server may be opened (D48, S3): https on an allowed host, or the app's own origin. The
 * written address must already say what a browser would make of it. Refuses everything that a parser repairs or decodes:
 * blanks, backslashes, missing slashes, percent signs or other alphabets in the host. So no second parser can read another
 * host.
 *
 * @param text an absolute address, or a path of the own origin ('/archivos/…')
 * @param allowedHosts exact hosts, with their port where it is not 443: 'pagos.example', 'pagos.example:8443'
 * @param appOrigin such as 'https://amparo.example'
 * @returns the address to open, or null
 */
export function openableAddress(text: string, allowedHosts: readonly string[], appOrigin: string): string | null {
  // Printable ASCII only, without the backslash that browsers read as a slash.
  if (text.length > 4096 || !/^[!-[\]-~]+$/.test(text)) return null;
  const absolute = text.startsWith('/') && !text.startsWith('//') ? appOrigin + text : text;
  const parts = /^(https?):\/\/([^/?#]+)(?:[/?#]|$)/i.exec(absolute);
  if (!parts) return null;
  const scheme = (parts[1] ?? '').toLowerCase();
  const host = (parts[2] ?? '').toLowerCase();
  const isApp = `${scheme}://${host}` === appOrigin.toLowerCase();
  const isAllowed = scheme === 'https' && allowedHosts.includes(host.replace(/:443$/, ''));
  if (!isApp && !isAllowed) return null;
  try {
    // URL.canParse is missing in browsers that are still in use.
    return new URL(absolute).href;
  } catch {
    return null;
  }
}
