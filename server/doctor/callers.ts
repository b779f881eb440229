import { OF_ONE_ADDRESS } from '../http/health.ts';
import { reachedAt } from '../listen.ts';
import type { Settings } from '../settings.ts';
import { type Check, fine, isLocal, wrong } from './check.ts';

/** How long the running server may take to answer, in milliseconds. */
const ANSWER_MS = 2_000;

/** Where the port is open, and so who reaches it without the proxy. */
export const listening: Check = {
  subject: 'listening',
  async look({ listen, port, proxies }) {
    const there = `http://${reachedAt(listen)}:${port}`;
    const everywhere = listen === undefined || listen === '0.0.0.0' || listen === '::';
    if (!everywhere && isLocal(there)) return fine(`${there}, for this machine alone`);
    const where = everywhere ? `port ${port} of every address of this machine` : there;
    return fine(
      typeof proxies === 'number' && proxies > 0
        ? `${where}; whoever reaches it past the proxy is believed, since AMPARO_TRUST_PROXY names no networks`
        : where,
    );
  },
};

/** Whether customers are told apart, by the settings and, while the server runs, by what it saw. */
export const callers: Check = {
  subject: 'callers',
  async look(settings) {
    const { proxies, publicOrigin } = settings;
    // This server speaks no TLS, so something before it does.
    if (proxies === 0 && publicOrigin.startsWith('https:'))
      return wrong(
        `all customers count as one: AMPARO_TRUST_PROXY names no proxy, and one ends TLS for ${publicOrigin}`,
      );
    const share = await seen(settings);
    const percent = share !== null && `${Math.round(share * 100)} of 100 calls came from one address`;
    if (percent && share > 0.5 && !isLocal(publicOrigin))
      return wrong(`${percent}: is a proxy left out? (AMPARO_TRUST_PROXY)`);
    const told = typeof proxies === 'number' ? `told apart behind ${proxies} proxies` : 'told apart behind the proxies';
    return fine(percent ? `${told}; ${percent}` : told);
  },
};

/** What part of its calls the running server saw come from one address; null when it does not run, or saw few. */
async function seen({ listen, port }: Settings): Promise<number | null> {
  const said: unknown = await fetch(`http://${reachedAt(listen)}:${port}/health`, {
    signal: AbortSignal.timeout(ANSWER_MS),
  })
    .then((answer) => answer.json())
    .catch(() => null);
  const share = said && typeof said === 'object' && OF_ONE_ADDRESS in said ? said[OF_ONE_ADDRESS] : null;
  return typeof share === 'number' ? share : null;
}
