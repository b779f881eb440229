/**
 * The page's only Trusted Types policy (Content-Security-Policy: trusted-types amparo). It allows only script addresses of
 * this origin: the service worker and the photo worker.
 */
interface TrustedPolicy {
  createScriptURL(url: string): unknown;
}

let policy: TrustedPolicy | null = null;

function appScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('script address of another origin');
  return url;
}

/** The address in the form that `new Worker` and `serviceWorker.register` take under the page's policy. */
export function trustedScript(url: string): string {
  const factory = (window as { trustedTypes?: { createPolicy(name: string, rules: object): TrustedPolicy } })
    .trustedTypes;
  policy ??= factory?.createPolicy('amparo', { createScriptURL: appScript }) ?? { createScriptURL: appScript };
  // TypeScript's DOM types do not know trusted script addresses.
  return policy.createScriptURL(url) as string;
}
