import { Hono } from 'hono';
import { DAY_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';

/** RFC 9116 wants a date after which nobody should believe the file, less than a year ahead. */
const BELIEVED_MS = 180 * DAY_MS;

/** The apps of the stores that show this address; null for none. */
export interface StoreApps {
  /** Its package, and the SHA-256 of each certificate that may sign it, as 'AB:CD:…'. */
  android: { name: string; fingerprints: string[] } | null;
  /** Team and bundle with a dot between. */
  apple: string | null;
}

/**
 * Addresses that browsers and researchers look at: where a password is changed (W3C, 'A Well-Known URL for Changing
 * Passwords'), and whom to tell of a weakness (RFC 9116). The second is absent when nobody is named. The systems of phones look
 * here whether an app of a store may show this address without its bar, open its links and be given its passwords.
 */
export function wellKnownRoutes(
  clock: Clock,
  publicOrigin: string,
  { securityContact, storeApps: { android, apple } }: { securityContact: string | null; storeApps: StoreApps },
): Hono {
  const app = new Hono();
  if (android) {
    const target = {
      namespace: 'android_app',
      package_name: android.name,
      sha256_cert_fingerprints: android.fingerprints,
    };
    const relation = ['handle_all_urls', 'get_login_creds'].map((name) => `delegate_permission/common.${name}`);
    app.get('/.well-known/assetlinks.json', (c) => c.json([{ relation, target }]));
  }
  if (apple) {
    // The app's page alone: what mails link to beside it must open where the customer is.
    const applinks = { details: [{ appIDs: [apple], components: [{ '/': '/' }] }] };
    app.get('/.well-known/apple-app-site-association', (c) => c.json({ applinks, webcredentials: { apps: [apple] } }));
  }
  app.get('/.well-known/change-password', (c) => c.redirect('/#/app/configuraciones/password', 303));
  if (securityContact !== null) {
    app.get('/.well-known/security.txt', (c) =>
      c.text(
        [
          `Contact: ${securityContact}`,
          `Expires: ${after(clock, BELIEVED_MS).toISOString()}`,
          'Preferred-Languages: es, en',
          `Canonical: ${publicOrigin}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
    );
  }
  return app;
}
