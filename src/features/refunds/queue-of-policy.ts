import type { QueuedItem } from '#outbox/list.ts';
import { needsCustomer } from '#requests/queue-words.ts';

/** The queued refunds of a policy, in the order they are sent. */
export function queuedRefunds(queue: readonly QueuedItem[], policyId: string): QueuedItem[] {
  return queue.filter((item) => item.command === 'refund.create' && item.policy === policyId);
}

/** The queued documents of a refund: of a sent refund by its id, of a queued one by its key. */
export function queuedDocuments(queue: readonly QueuedItem[], of: { refundId?: string; key?: string }): QueuedItem[] {
  return queue.filter(
    (item) =>
      item.command === 'refund.addDocument' &&
      ((of.refundId !== undefined && item.fields.idReembolso === of.refundId) ||
        (of.key !== undefined && item.dependsOn === of.key)),
  );
}

/** The state that a card shows for its refund's queued documents. */
export function documentsState(items: readonly QueuedItem[]): 'none' | 'waiting' | 'attention' {
  if (items.length === 0) return 'none';
  return items.some(needsCustomer) ? 'attention' : 'waiting';
}
