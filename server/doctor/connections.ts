import { connect } from 'node:net';
import { type Check, fine, wrong } from './check.ts';

/** How long another system may take to answer, in milliseconds. */
const ANSWER_MS = 5_000;

/** The mail server greets, and takes our name and password. */
export const mail: Check = {
  subject: 'mail',
  async look({ mailServer, demo }) {
    if (!mailServer) {
      return demo
        ? fine('written into the data folder')
        : wrong('nobody gets a mail: they are written into the data folder (AMPARO_SMTP_URL)');
    }
    const { createTransport } = await import('nodemailer');
    const { url, tls } = mailServer;
    const times = { connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS };
    const server = createTransport({ url, requireTLS: tls && !url.startsWith('smtps:'), ...times });
    try {
      await server.verify();
      return fine(`${new URL(url).hostname} takes mails`);
    } catch (error) {
      return wrong(`${new URL(url).hostname} takes none: ${(error as Error).message} (AMPARO_SMTP_URL)`);
    } finally {
      server.close();
    }
  },
};

/** The insurer's administration knows our token. It is asked for nobody's data. */
export const administration: Check = {
  subject: 'administration',
  async look({ core }) {
    if (!core) return fine('none is connected');
    const { hostname } = new URL(core.url);
    const answer = await fetch(core.url, {
      headers: { authorization: `Bearer ${core.secret}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => null);
    await answer?.body?.cancel();
    if (!answer || answer.status >= 500) return wrong(`${hostname} does not answer (AMPARO_CORE_URL)`);
    return answer.status === 401 || answer.status === 403
      ? wrong(`${hostname} does not know our token (AMPARO_CORE_SECRET)`)
      : fine(`${hostname} answers`);
  },
};

/** The receiver of webhooks listens. It is sent nothing. */
export const receiver: Check = {
  subject: 'webhooks',
  async look({ receiver }) {
    if (!receiver) return fine('nobody is told');
    const { hostname, port, protocol } = new URL(receiver.url);
    const host = hostname.replace(/^\[|\]$/g, '');
    return (await listens(host, Number(port) || (protocol === 'http:' ? 80 : 443)))
      ? fine(`${hostname} listens`)
      : wrong(`${hostname} does not listen (AMPARO_WEBHOOK_URL)`);
  },
};

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const tell = (heard: boolean) => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(ANSWER_MS, () => tell(false));
    socket.once('connect', () => tell(true));
    socket.once('error', () => tell(false));
  });
}
