import { connect } from 'node:net';
import { thisMachine } from '#ports/machine.ts';
import { openHttpCore } from '../core/http-core.ts';
import type { CoreEvent } from '../core/not-answered.ts';
import { type Check, fine, wrong } from './check.ts';

/** How long another system may take to answer, in milliseconds. */
const ANSWER_MS = 5_000;

/** A copy to look at sends nothing; the real server must not be one. */
export const sending: Check = {
  subject: 'sending',
  look: async ({ quiet }) =>
    fine(quiet ? 'a copy to look at: no mail, push or event leaves, nothing is swept (AMPARO_QUIET)' : 'what is due'),
};

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

/** Nobody has this document. */
const nobody = { country: 'Costa Rica', kind: 'Cédula de Identidad', number: 'DOCTOR-0' };

/** The insurer's administration knows our token and answers as the contract says. It is asked for the policies of nobody. */
export const administration: Check = {
  subject: 'administration',
  async look({ core }) {
    if (!core) return fine('none is connected');
    const { hostname } = new URL(core.url);
    const whys: string[] = [];
    const tell = (event: CoreEvent) => 'why' in event && whys.push(event.why);
    const { steady } = thisMachine;
    const patience = { attempt: ANSWER_MS, retries: 0 };
    const said = await openHttpCore({ ...core, steady, patience, tell }).policiesOf(nobody);
    if (said.ok) return fine(`${hostname} knows our token and answers as the contract says`);
    const why = whys.at(-1) ?? 'no answer';
    return why === 'status 401' || why === 'status 403'
      ? wrong(`${hostname} does not know our token (AMPARO_CORE_SECRET)`)
      : wrong(`${hostname} gives no answer that the contract knows: ${why} (AMPARO_CORE_URL)`);
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
