import { eq } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { after } from '../clock.ts';
import type { StampClock } from '../database/earlier-clock.ts';
import { mailQueue as table } from '../database/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { dueRows, type QueueWorld } from '../queue/due-rows.ts';
import { htmlOf, textOf } from './html.ts';
import type { Mail, Posting, Transport } from './mail.ts';

/** Waits until the mail is of no use. Greylisting lasts some minutes. */
const WAITS_MS = [20_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const USEFUL_MS = 3 * DAY_MS;
/** Longer than a mail server's timeout. */
const CLAIMED_MS = 3 * MINUTE_MS;
const AT_ONCE = 4;

export interface MailQueue {
  mail: Mail;
  /** Hands over what is due. @throws when the database does not answer */
  sendDue(): Promise<void>;
}

/**
 * Mails as rows: they stand with what they tell of or not at all, survive the process, and are handed over by one of several. A
 * process that dies between a mail server's yes and its note hands the mail over again, under the same Message-ID.
 */
export function openMailQueue(
  parts: QueueWorld & {
    stampClock?: StampClock;
    uuid: () => string;
    jobs: Jobs;
    transport: Transport;
    gaveUp?: (count: number) => void;
  },
): MailQueue {
  const { clock, uuid, jobs, transport, gaveUp } = parts;
  const { stampClock = async () => clock, commonClock = async () => clock } = parts;

  const mail: Mail = async (message, tx) => {
    const { customerId, to, subject, usefulFor = USEFUL_MS } = message;
    const [stamped, common] = [await stampClock(tx), await commonClock(tx)];
    await tx.insert(table).values({
      id: uuid(),
      customerId,
      recipient: to,
      subject,
      text: textOf(message),
      html: htmlOf(message),
      state: 'waiting',
      attempts: 0,
      due: common(),
      expires: after(stamped, usefulFor),
      problem: '',
      created: stamped(),
    });
    await jobs.ask(tx, 'mail');
  };

  const sendDue = dueRows(parts, table, {
    waiting: eq(table.state, 'waiting'),
    atOnce: AT_ONCE,
    claimMs: CLAIMED_MS,
    waitsMs: WAITS_MS,
    given: { state: 'refused' },
    gaveUp,
    async hand({ id, recipient, subject, text, html }) {
      const posted = await transport({ id, to: recipient, subject, text, html }).catch(
        (error: unknown): Posting => ({ taken: false, forGood: false, why: String((error as Error).message) }),
      );
      if (posted.taken) return 'done';
      return posted.forGood ? { refused: posted.why } : { later: posted.why };
    },
  });

  return { mail, sendDue };
}
