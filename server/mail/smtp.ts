import { mailboxOf } from '#contract/mailbox.ts';
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
  /** The mail server's reply, from its code on. */
  response?: string;
  message: string;
}

/**
 * What RFC 3463 says of a mailbox that is not there, of one that takes nothing, and of a letter's form. Any other 5xx, as of our sender
 * or of a policy, is for whoever runs a mail server to mend. Many servers say it only at the recipient or behind the letter.
 */
const FOR_GOOD = /^5\d\d[ -]5\.(?:1\.(?:[1236]|10)|[26]\.\d{1,3})\b/;
/** A server without such numbers: no such mailbox, unless its words are of us, as Exim's 'relay not permitted'. */
const NO_MAILBOX =
  /^550(?![ -]5\.\d{1,3}\.\d)(?!.*(?:relay|sender|polic|auth|block|black|spam|denied|prohibit|permit|allow))/is;

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
      const { code, command, response = '', message } = error as Refusal;
      const said = withoutAddress(response, address);
      const ofRecipient = code === 'EENVELOPE' && command === 'RCPT TO';
      const ofLetter = ofRecipient || code === 'EMESSAGE';
      const forGood = (ofLetter && FOR_GOOD.test(said)) || (ofRecipient && NO_MAILBOX.test(said));
      return { taken: false, forGood, why: message.replaceAll(to, '…') };
    }
  };
}

/** Many replies quote whom they refuse: a word within the address, as in 'policia.gob.do', says nothing of the reason. */
function withoutAddress(response: string, address: string): string {
  const domain = address.slice(address.indexOf('@') + 1);
  return response.toLowerCase().replaceAll(address, '').replaceAll(domain, '');
}
