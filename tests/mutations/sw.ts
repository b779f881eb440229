import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'sw', rows: [
  ['F24', 'received.ts', 'received', ['files.length - kept : 1', 'files.length - kept : 0'], 'outbox/received', 'whose body cannot be read', 'a share that could not be read is told as lost'],
  ['D75', 'on-demand.ts', 'bringOnDemand', 'call isPage is false', 'sw/on-demand', 'answer that is no file', 'a page of the network is not kept as a file'],
  ['F30', 'delivery.ts', 'deliverOnSync', 'drop throw Error', 'sw/delivery', 'rejects while items wait', 'the browser wakes the worker again while items wait'],
  ['F30', 'delivery.ts', 'deliverOnSync', 'drop if lastChance', 'sw/delivery', 'requests another sync when', 'the last sync event requests another one'],
  ['S13 D57', 'delivery.ts', 'deliverOnSync', 'drop operand told', 'sw/delivery', 'rejects while the server', 'the worker is woken again for a lock that was not reported'],
  ['F14', 'last-home.ts', 'lastHome', 'drop call isIdle', 'sw/last-home', 'has none after ten minutes', 'the drawing of the last home asks for activity within ten minutes'],
  ['D75', 'on-demand.ts', 'bringOnDemand', 'drop if held', 'sw/on-demand', 'comes over the line once', 'what reads an invoice stays on the device'],
  ['D75', 'on-demand.ts', 'bringOnDemand', ['answer.ok && !answer.redirected', 'true'], 'sw/on-demand', 'an answer that is no file', 'only the file itself is kept'],
  ['F16', 'on-demand.ts', 'bringOnDemand', ['.catch(() => undefined)', ''], 'sw/on-demand', 'on a full disk', 'what does not fit on the disk is used all the same'],
  ['F20', 'previous-assets.ts', 'putAside', 'drop if response', 'sw/previous-assets', 'an open page of the previous', 'chunks of the previous version are kept'],
  ['F20', 'previous-assets.ts', 'putAside', 'drop call isAsset', 'sw/previous-assets', 'an open page of the previous', 'only hashed files are kept, never a page'],
  ['F20', 'previous-assets.ts', 'forgetPrevious', 'drop if some', 'sw/previous-assets', 'the chunks are deleted', 'kept chunks are deleted when the last page of their version has closed'],
  ['F37', 'previous-assets.ts', 'forgetPrevious', 'condition some is pages', 'sw/previous-assets', 'after two new versions', 'files that pages of an earlier version need stay when the next version takes over'],
  ['S30 D83', 'refreshing.ts', 'refresh', 'drop call ask', 'sw/refreshing', 'ends a session that its', 'the worker asks at periodic sync'],
  ['S13 D25 D66', 'refreshing.ts', 'refresh', 'drop call lockExpired', 'sw/refreshing', 'locks a device whose ten', 'a woken worker locks a device whose time is over'],
  ['D69', 'refreshing.ts', 'refresh', 'call isThrifty is false', 'sw/refreshing', 'leaves out older years', 'the worker spends few bytes too'],
  ['F20', 'routes.ts', 'route', 'callee map 1 is [].map', 'sw/shell', 'calls to the backend skip', 'calls to the backend do not wake a worker that is being replaced'],
  ['F20', 'shell.ts', 'install', 'drop if registration', 'sw/shell', 'a new version is installed', 'a new version takes over only when it is complete'],
  ['F30', 'shell.ts', 'install', 'drop call read', 'sw/shell', 'the installation downloads the', 'the sending script is downloaded at the install'],
  ['F37', 'shell.ts', 'complete', 'drop call forgetPrevious', 'sw/shell', 'assets of a previous version', 'kept files are deleted when a page starts'],
  ['F20', 'start.ts', '', ["if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());", "if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());\n});\nself.addEventListener('install', () => void self.skipWaiting());\nself.addEventListener('message', (event) => {\n  const type: unknown = (event.data as { type?: unknown } | null)?.type;"], 'journeys/faults/versions', 'a new version during a', 'a new version waits until the customer accepts it'],
  ['S30 D83', 'told.ts', 'pushed', 'const asked is Promise.resolve()', 'sw/told', 'a push about an ended session', 'the worker asks on a push'],
  ['D26', 'told.ts', 'pushed', 'drop if isWanted', 'sw/told', 'shows nothing after a sign-out', 'a device that signed out shows no push'],
  ['D71', 'told.ts', 'pushed', 'drop loop matchAll', 'sw/told', 'a push lets the open pages', 'a push lets the open pages look at once'],
] } satisfies Mutations;
