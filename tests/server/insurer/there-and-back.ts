import { refunds, tickets } from '#mirror/collections.ts';
import type { Surroundings } from '../../outbox/history.ts';
import { EMAIL, type Home, PASSWORD, type Page } from '../../outbox/house.ts';
import { type ClaimsDesk, stepOf } from './claims-desk.ts';

/** The way from the insurer back to the phone, as part of a history's surroundings. */
export interface WayBack {
  steps: Surroundings['steps'];
  meet: (page: Page) => void;
  /** Resolves when everything under way has ended. */
  ended(): Promise<void>;
  /** Pulls everything, and compares the device with what the insurer decided. @returns each difference as a sentence */
  arrived(page: Page, random: () => number): Promise<string[]>;
}

/** The insurer decides and reports, its process dies, and the phone pulls. What the phone shows must never go back. */
export function wayBack({ policyId }: Home, desk: ClaimsDesk, met: { deskDeaths: number; looks: number }): WayBack {
  const running: Promise<unknown>[] = [];
  const steps = new Map<string, number>();
  const problems: string[] = [];
  let page: Page | undefined;
  let reading: Promise<unknown> = Promise.resolve();

  async function look(at: Page) {
    const pulled = [await at.mirror.pull(refunds, policyId), await at.mirror.pull(tickets)];
    // Pulls overlap, and what they leave is read by one at a time: of two reads at once the earlier may be compared last.
    const read = reading.then(async () => {
      const [shownRefunds, shownTickets] = [await at.mirror.read(refunds, policyId), await at.mirror.read(tickets)];
      for (const row of [...rowsOf(shownRefunds), ...rowsOf(shownTickets)]) {
        met.looks += 1;
        const [before, now] = [steps.get(row.id) ?? 0, stepOf(row)];
        if (now < before) problems.push(`${row.id} went back from step ${before} to ${now}`);
        steps.set(row.id, Math.max(before, now));
      }
      return { shownRefunds, shownTickets };
    });
    reading = read.catch(() => {});
    const { shownRefunds, shownTickets } = await read;
    return {
      whole: pulled.every(({ ok }) => ok),
      why: pulled.map((one) => (one.ok ? '' : one.problem.code)).join(),
      refunds: rowsOf(shownRefunds),
      tickets: rowsOf(shownTickets),
    };
  }

  function die() {
    desk.die();
    met.deskDeaths += 1;
  }

  const often = (times: number, ...step: Surroundings['steps'][number]) => Array.from({ length: times }, () => step);
  return {
    meet(given) {
      page = given;
    },
    steps: [
      ...often(12, 'insurerDecides', async (random) => desk.decide(random)),
      ...often(12, 'insurerReports', async (random) => {
        running.push(desk.send(random));
        await new Promise((later) => setTimeout(later, random() * 15));
      }),
      ...often(2, 'insurerDies', async () => die()),
      ...often(4, 'phoneLooks', async () => {
        if (!page) return;
        const looking = look(page);
        running.push(looking);
        // A request that hangs ends at the next step of the network, or when the history ends.
        await Promise.race([looking, new Promise((later) => setTimeout(later, 80))]);
      }),
    ],
    ended: async () => void (await Promise.allSettled(running)),
    async arrived(at, random) {
      // A lock may have ended the tokens, so the customer signs in first.
      const entered = await at.session.signIn(EMAIL, PASSWORD);
      if (!entered.ok) problems.push(`the customer could not sign in: ${entered.problem.code}`);
      // The insurer decides about what the queue sent last, while the phone pulls.
      for (let round = 0; round < 16; round += 1) {
        for (const decide of [desk.decide, desk.decide]) decide(random);
        const sent = [desk.send(random), ...(random() < 0.5 ? [desk.send(random)] : [])];
        if (random() < 0.1) die();
        if (random() < 0.2) await look(at);
        await Promise.all(sent);
      }
      await desk.settle();
      let { whole, why, ...seen } = await look(at);
      // An administration that was away is asked again only after the pause of the breaker.
      for (let again = 0; again < 300 && !whole; again += 1) {
        await new Promise((later) => setTimeout(later, 50));
        ({ whole, why, ...seen } = await look(at));
      }
      if (!whole) problems.push(`the device could not ask for news: ${why}`);
      return [...problems, ...desk.compare(seen.refunds, seen.tickets)];
    },
  };
}

const rowsOf = <Row>({ groups }: { groups: readonly { rows: readonly Row[] }[] | null }): Row[] =>
  (groups ?? []).flatMap(({ rows }) => rows);
