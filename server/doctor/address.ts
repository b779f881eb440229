import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { DAY_MS } from '#contract/age.ts';
import { today } from '#rules/dates.ts';
import { type Check, fine, isLocal, wrong } from './check.ts';

/** Days before its end from which on a certificate should have been renewed; the usual renewals leave thirty. */
const RENEWED_DAYS = 14;
/** How long the address may take to greet, in milliseconds. */
const GREETING_MS = 5_000;

/** How the address of a certificate greets. `trouble` is what a browser would refuse it for, null when it would not. */
export interface Greeting {
  trouble: string | null;
  ends: Date;
}

/** Where customers are sent: https, but on a machine of one's own. */
export const address: Check = {
  subject: 'address',
  async look({ publicOrigin, demo, quiet }) {
    if (isLocal(publicOrigin)) {
      return demo || quiet
        ? fine(`${publicOrigin}, this machine alone`)
        : wrong(`links in mails lead to ${publicOrigin}: set AMPARO_ADDRESS to what customers type`);
    }
    if (!publicOrigin.startsWith('https:'))
      return wrong(`${publicOrigin} is not https: passwords would be readable (AMPARO_ADDRESS)`);
    const { hostname } = new URL(publicOrigin);
    const found = await lookup(hostname.replace(/^\[|\]$/g, '')).catch(() => null);
    return found
      ? fine(`${publicOrigin} is known as ${found.address}`)
      : wrong(`nobody knows the name ${hostname} (AMPARO_ADDRESS)`);
  },
};

/** @param greet asks the host for its certificate; a test hands in another one */
export const certificate = (greet = greeting): Check => ({
  subject: 'certificate',
  async look({ publicOrigin }) {
    if (!publicOrigin.startsWith('https:')) return fine('none is asked for: the address is not https');
    const { hostname, port } = new URL(publicOrigin);
    const { trouble, ends } = await greet(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
    if (trouble !== null) return wrong(`browsers refuse the one of ${hostname}: ${trouble}`);
    const days = Math.floor((ends.getTime() - Date.now()) / DAY_MS);
    const until = today(ends, 'UTC');
    return days < RENEWED_DAYS
      ? wrong(`ends on ${until}, in ${days} days, and was not renewed`)
      : fine(`good until ${until}`);
  },
});

/** @throws when nobody speaks TLS there */
function greeting(host: string, port: number): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    // What a browser would say is asked for, not taken: the certificate is looked at whatever it is.
    const named = isIP(host) ? {} : { servername: host };
    const socket = connect({ host, port, ...named, rejectUnauthorized: false }, () => {
      const ends = new Date(socket.getPeerCertificate().valid_to);
      resolve({ trouble: socket.authorized ? null : String(socket.authorizationError), ends });
      socket.end();
    });
    socket.setTimeout(GREETING_MS, () => socket.destroy(new Error(`${host}:${port} does not answer`)));
    socket.on('error', reject);
  });
}
