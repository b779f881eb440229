import { Hono } from 'hono';
import { DAY_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';

/** RFC 9116 wants a date after which nobody should believe the file, less than a year ahead. */
const BELIEVED_MS = 180 * DAY_MS;

/**
 * Addresses that browsers and researchers look at: where a password is changed (W3C, 'A Well-Known URL for Changing
 * Passwords'), and whom to tell of a weakness (RFC 9116). The second is absent when nobody is named.
 */
export function wellKnownRoutes(clock: Clock, publicOrigin: string, securityContact: string | null): Hono {
  const app = new Hono();
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
