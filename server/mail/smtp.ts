import { mailboxOf } from '#rules/emails.ts';
import type { Transport } from './mail.ts';

export interface MailServer {
  /** 'smtp://user:password@host:587' or 'smtps://…:465'. */
  url: string;
  /** As in a mail's head: 'Amparo <no-responder@aseguradora.example>'. */
  from: string;
  /** Whether a line without TLS is refused. */
  tls: boolean;
}

/** What nodemailer throws. `command` is the one that was refused. */
interface Refusal {
  code?: string;
  command?: string;
  responseCode?: number;
  message: string;
}

/** A mail server that does not answer within this time is tried again later. */
const TIMEOUT_MS = 20_000;

/** Hands letters to a mail server (RFC 5321). Of a letter that is refused, the server's own words are kept. */
export async function smtpTransport({ url, from, tls }: MailServer): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const server = createTransport({
    url,
    requireTLS: tls && !url.startsWith('smtps:'),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing of a letter is read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.replace(/^.*@|>.*$/g, '');
  return async ({ id, to, subject, text, html }) => {
    // S34: a text with several addresses, or with one in another's comment, would be read as a list.
    const address = mailboxOf(to);
    if (address === null) return { taken: false, forGood: true, why: 'the address is not one mailbox' };
    try {
      await server.sendMail({
        from,
        to: { name: '', address },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        // RFC 3834: who is away does not answer a machine.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { taken: true };
    } catch (error) {
      const { code, command, responseCode = 0, message } = error as Refusal;
      // A 5xx of the letter itself is for good. One of the sign-in, the greeting or our sender is ours to mend, and passes.
      const ofLetter = code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO');
      return { taken: false, forGood: ofLetter && responseCode >= 500, why: message.replaceAll(to, '…') };
    }
  };
}
