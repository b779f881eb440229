import { createRequire } from 'node:module';

export const bcd = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The oldest browsers that run Amparo, by the keys of MDN's table. Edge and Android's WebView count as Chrome. */
export const FLOOR = { chrome: '87', safari: '15.4', firefox: '114' };

/** Exceptions from the floor: each reason with the names as this check prints them. */
const reasons = {
  'src/shims stands in for it': ['.at', '.hasOwn', 'crypto.randomUUID', 'attribute inert'],
  'asked for before it is used; without it the app does without': [
    ...[
      '.checkVisibility',
      '.showPicker',
      'navigator.setAppBadge',
      'navigator.clearAppBadge',
      'navigator.wakeLock',
      '.launchQueue',
      '.setConsumer',
      '.trustedTypes',
      '.createPolicy',
    ],
    // The share sheet: asked whether it takes the file, which is saved otherwise.
    ...['.canShare', 'navigator.share'],
    // The ballast of a full disk: a browser without such files has none.
    '.createWritable',
    // The library of zips names the place of an error where it can.
    '.captureStackTrace',
    // Push: the page tests for Notification and PushManager, and the worker runs this only when a push arrives.
    ...['.getNotifications', '.showNotification', '.pushManager', '.getSubscription', '.applicationServerKey'],
    // Passkeys: used only where PublicKeyCredential and a platform authenticator were found.
    ...[
      '.getTransports',
      '.getPublicKeyAlgorithm',
      '.getPublicKey',
      '.getAuthenticatorData',
      '.authenticatorAttachment',
    ],
    ...['.isConditionalMediationAvailable', '.getClientCapabilities'],
    // Installing and periodic sync: used only where the browser offers them.
    ...['.userChoice', '.periodicSync'],
    ...['.createScriptURL', '.requestIdleCallback', 'navigator.userAgentData'],
    ...['navigator.permissions', '.startViewTransition', 'document.startViewTransition', '.updateCallbackDone'],
    ...['.skipTransition', 'indexedDB.databases', 'navigator.connection', '.transferSize', '.setImmediate'],
    ...[
      '.Instant',
      '.Now',
      '.canIntercept',
      'CompressionStream',
      '.currentEntry',
      '.withResolvers',
      '.addRoutes',
      '.changedTouches',
    ],
  ],
  'the worker tries, and the page compresses where it fails': [
    ...['OffscreenCanvas', '.convertToBlob', 'ImageDecoder', '.displayWidth', '.displayHeight'],
    ...['.visibleRect', '.allocationSize', '.copyTo'],
  ],
  'a member of a library or of our own by a name that an interface has too': [
    ...[
      '.zip',
      '.toArray',
      '.notEqual',
      '.use',
      '.isError',
      '.canGoBack',
      '.createContext',
      '.viewTransition',
      '.cause',
    ],
    ...['.displayName', '.isValid', '.getInfo', '.getSize', '.scrollMargin', '.expirationTime'],
    // The runtime of the WebAssembly that searches photos for codes, which only who can run it runs.
    ...['.grow', '.setStatus'],
    ...['.ViewTransition', '.fetchPriority', '.imageSizes', '.cssFloat', '.fromElement'],
  ],
  'a kindness of keyboard, camera or player; without it they ask or open as usual': [
    ...['attribute autocapitalize', 'attribute autocorrect', 'attribute capture', 'attribute playsinline'],
  ],
  'React hands it on, and no element of ours has it': ['attribute is'],
  'since Chrome 52 for the stream of a camera, the only one that it is given': ['.srcObject'],
  'it changes nothing that one reads or presses, wherever it stands': [
    ...['text-size-adjust', 'outline', '@media (forced-colors)', 'forced-color-adjust'],
    ...['content-visibility', 'contain-intrinsic-block-size', '@property'],
  ],
  'a library that tries it, and goes on where it throws': ['selector :popover-open', 'selector :modal'],
  'known to all as the older name of the same place in a flex or grid box, which the table dates by other boxes': [
    ...['align-content: start', 'align-self: start', 'align-self: end'],
  ],
};
/** Names of style sheets that are an ornament in these files of src, and would carry a state in another. */
export const ORNAMENTS = {
  ':has': ['features/start/arches', 'features/start/start-page', 'ui/base/screen', 'ui/controls/choice-cards'],
  ':autofill': ['ui/controls/text-input'],
  ':file-selector-button': ['ui/controls/file-slot'],
  'text-wrap': ['ui/base/base', 'ui/states/states'],
  'text-decoration-thickness': ['features/home/home-policy-card'],
  'field-sizing': ['ui/controls/text-area'],
  '@page': ['ui/base/base'],
  '@media (prefers-contrast)': ['ui/base/tokens'],
  '@starting-style': ['features/start/forgot-password'],
  'overscroll-behavior': ['ui/layers/covering', 'ui/layers/layer'],
  'overscroll-behavior-x': ['features/home/carousel'],
  'scrollbar-width': [
    ...['requests/case-filters', 'features/health-card/health-card-screen', 'features/home/carousel'],
    ...['features/payments/month-bars', 'ui/controls/year-tabs'],
  ],
  'contain: style': ['ui/lists/long-list'],
  'container-type': ['features/people/share-arch', 'features/settings/notices', 'ui/lists/rows'],
  '@container': ['features/home/next-row', 'features/people/share-arch', 'ui/controls/switch', 'ui/lists/rows'],
  // Each is in a separate rule, which an older browser skips.
  ':view-transition': ['app/signed-in/layout'],
  ':view-transition-old': ['app/signed-in/layout'],
  ':view-transition-new': ['app/signed-in/layout'],
};
export const ALLOWED = new Map(Object.entries(reasons).flatMap(([why, names]) => names.map((name) => [name, why])));

/** Whether every browser of the floor has what this entry of the table describes. */
export function isKnown(entry) {
  const support = entry?.__compat?.support;
  if (!support) return true;
  return Object.entries(FLOOR).every(([browser, floor]) =>
    [].concat(support[browser] ?? []).some((one) => since(one, floor)),
  );
}

function since({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }, floor) {
  if (typeof added !== 'string' || removed || flags || prefix || other) return false;
  return added === 'preview' ? false : !newer(added.replace('≤', ''), floor);
}

function newer(one, other) {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
