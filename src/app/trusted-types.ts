/**
 * The page's one Trusted Types policy (Content-Security-Policy: trusted-types amparo). It passes script addresses of this
 * origin only: the service worker and the photo worker.
 */
interface TrustedPolicy {
  createScriptURL(url: string): unknown;
}

let policy: TrustedPolicy | null = null;

function ownScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('script address of another origin');
  return url;
}

/** The address in the form that `new Worker` and `serviceWorker.register` take under the page's policy. */
export function trustedScript(url: string): string {
  const factory = (window as { trustedTypes?: { createPolicy(name: string, rules: object): TrustedPolicy } })
    .trustedTypes;
  policy ??= factory?.createPolicy('amparo', { createScriptURL: ownScript }) ?? { createScriptURL: ownScript };
  // TypeScript's DOM types know worker addresses as texts only.
  return policy.createScriptURL(url) as string;
}
