/** The manifest's share target. Files of other apps arrive here by POST, and the worker keeps them from the server. */
const SHARE_TARGET = '/compartir';

export const isShared = (request: Pick<Request, 'method' | 'url'>, origin: string): boolean => {
  const { pathname, origin: from } = new URL(request.url);
  return request.method === 'POST' && from === origin && pathname === SHARE_TARGET;
};
