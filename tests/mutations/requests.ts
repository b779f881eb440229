import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/requests', rows: [
  ['D61', 'outcome-toasts.tsx', 'OutcomeToasts', 'drop if document', 'requests/outcome-toasts', 'an outcome shown as a toast', 'an outcome shown on the screen is not announced again by the bell'],
  ['F29', 'queue-words.ts', 'withdrawalBar', 'operand online is state', 'features/pending/pending', 'after an unclear attempt', 'editing and discarding are unavailable offline after an unclear attempt'],
  ['F26', 'queued-actions.tsx', 'QueuedActions', 'operand KeepOld is item.held && <KeepOld item={item} />', 'features/pending/pending', 'an item older than a week', 'the customer is asked about an old item on screen'],
  ['D71', 'use-opened.ts', 'useOpened', 'yes chosen is (chosen ?? first)', 'features/refunds/history', 'on a desk the refund beside', 'the refund beside the list stays when a newer one arrives'],
  ['F4 F9', 'use-queued-actions.ts', 'useQueuedActions.isCorrected', "result isCorrected is correction === ''", 'features/pending/pending', 'sending an item uncorrected', 'an item with a begun correction is sent unchanged only after a question'],
] } satisfies Mutations;
