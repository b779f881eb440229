import { SECOND_MS } from '#contract/age.ts';
import type { Receiver } from '#server/outgoing/deliver.ts';
import type { Posted, Posting } from '#server/push/post.ts';
import { keys } from './reports.ts';
import type { Actor, Scheduler } from './scheduler.ts';

/** An event that took effect at the insurer's. */
export interface Effect {
  id: string;
  type: string;
  data: { cliente: { id: string } } & Record<string, unknown>;
}

/** The insurer's own system, to which the servers send their events. It takes each event once, by its id. */
export interface InsurersSystem {
  receiver: Receiver;
  /** The share of messages that something happens to, from 0 to 1. */
  trouble: number;
  /** In the order in which they took effect. */
  effects: Effect[];
  /** One message on its way there and its answer. @throws when there is none */
  take(posting: Posting): Promise<Posted>;
}

/**
 * What happens to one message:
 * - before: it does not arrive, and nobody answers
 * - after: it takes effect, and the answer is lost
 * - a number: that status, and no effect
 */
const fates = ['before', 'before', 'after', 401, 500, 503] as const;

/** A message without an answer is given up after this time. */
const GIVEN_UP_MS = 10 * SECOND_MS;
const wire: Actor = { name: 'line to the insurer', is: 'alive' };

export function createInsurersSystem(
  scheduler: Scheduler,
  random: () => number,
  note: (line: string) => void,
): InsurersSystem {
  const travel = (milliseconds: number) => new Promise<void>((there) => scheduler.after(milliseconds, there, wire));
  const seen = new Set<string>();
  const system: InsurersSystem = {
    receiver: { url: 'https://aseguradora.example/eventos', keys },
    trouble: random() < 0.5 ? 0 : random() * 0.8,
    effects: [],
    async take({ headers, body }) {
      const fate = random() < system.trouble ? fates[Math.floor(random() * fates.length)] : 'pass';
      await travel(random() * 200);
      note(`${wire.name}: ${headers['webhook-id']} → ${fate}`);
      if (typeof fate === 'number') return { status: fate, retryAfter: fate === 503 ? 60 : null };
      const id = String(headers['webhook-id']);
      if (fate !== 'before' && !seen.has(id)) {
        seen.add(id);
        const { type, data } = JSON.parse(String(body)) as Omit<Effect, 'id'>;
        system.effects.push({ id, type, data });
      }
      if (fate !== 'pass') {
        await travel(random() * GIVEN_UP_MS);
        throw new Error('no answer');
      }
      await travel(random() * 200);
      return { status: 204, retryAfter: null };
    },
  };
  return system;
}
