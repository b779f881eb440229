import type { QueuedItem } from '#outbox/list.ts';

/** The requests of a policy that have not left the device yet, in the order they go out. */
export function queuedRefunds(queue: readonly QueuedItem[], policyId: string): QueuedItem[] {
  return queue.filter((item) => item.command === 'refund.create' && item.policy === policyId);
}

/** The documents that wait to be added to a refund: to one that is sent by its id, to a queued one by its key. */
export function queuedDocuments(queue: readonly QueuedItem[], of: { refundId?: string; key?: string }): QueuedItem[] {
  return queue.filter(
    (item) =>
      item.command === 'refund.addDocument' &&
      ((of.refundId !== undefined && item.fields.idReembolso === of.refundId) ||
        (of.key !== undefined && item.dependsOn === of.key)),
  );
}

/** What a card says about the documents that wait for its refund. */
export function documentsState(items: readonly QueuedItem[]): 'none' | 'waiting' | 'attention' {
  if (items.length === 0) return 'none';
  return items.some(({ state }) => ['refused', 'blocked', 'unknown'].includes(state)) ? 'attention' : 'waiting';
}
