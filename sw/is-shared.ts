/** The manifest's share target: files of other apps arrive here by POST, and no server sees them. */
const SHARE_TARGET = '/compartir';

export const isShared = (request: Pick<Request, 'method' | 'url'>, origin: string): boolean => {
  const { pathname, origin: from } = new URL(request.url);
  return request.method === 'POST' && from === origin && pathname === SHARE_TARGET;
};
