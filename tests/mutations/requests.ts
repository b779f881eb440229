import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/requests', rows: [
  ['D61', 'use-news.ts', 'useNews', ['billed, false', 'billed'], 'features/news/news', 'a bill just listed is never said', 'a list from before a bill does not say that it is settled'],
  ['F12', 'start-again.tsx', 'StartAgain', 'condition asking is false', 'features/help/help', 'until the form is started anew', 'one press erases no draft'],
  ['D93', 'use-news.ts', 'about', 'property paid is false', 'features/news/news', 'say that it is paid where', 'Novedades say that a bill is paid where the device knows it'],
  ['D93', 'use-news.ts', 'about', 'property pending is null', 'features/news/news', 'say that it is paid where', 'Novedades know which bills the insurer lists'],
  ['D93', 'use-news.ts', 'about', 'argument numbers 2 is []', 'features/news/news', 'say only that it is not pending where the payment %s', 'a payment that names another bill pays no other in Novedades'],
  ['D93', 'use-news.ts', 'about', 'comparison at is true', 'features/news/news', 'where the payment was learned before', 'a payment that was known before a bill pays it not in Novedades'],
  ['D61', 'use-news.ts', 'named', 'call get is policy.ProductName', 'features/news/news', 'news of two policies of', 'news of two policies of one product are told apart'],
  ['D61', 'outcome-toasts.tsx', 'OutcomeToasts', 'drop if document', 'requests/outcome-toasts', 'an outcome shown as a toast', 'an outcome shown on the screen is not announced again by the bell'],
  ['F29', 'queue-words.ts', 'withdrawalBar', 'operand online is state', 'features/pending/pending', 'after an unclear attempt', 'editing and discarding are unavailable offline after an unclear attempt'],
  ['H5.3', 'shared-text.ts', 'receivedText', 'condition count is false', 'requests/shared-text', 'are told with their number', 'one received file is spoken of as one'],
  ['S16', 'queue-words.ts', 'waitingText', 'operand text is false', 'requests/queue-words', 'a confirmation says', 'a request that has to wait for days says why'],
  ['D26', 'queue-words.ts', 'sendLaterText', 'condition count is false', 'requests/queue-words', 'before the sign-out is told', 'one request is spoken of as one'],
  ['F26', 'queued-actions.tsx', 'QueuedActions', 'operand KeepOld is item.held && <KeepOld item={item} />', 'features/pending/pending', 'an item older than a week', 'the customer is asked about an old item on screen'],
  ['F4 F9', 'use-queued-actions.ts', 'useQueuedActions.isCorrected', "result isCorrected is correction === ''", 'features/pending/pending', 'sending an item uncorrected', 'an item with a begun correction is sent unchanged only after a question'],
  ['F36', 'use-form-draft.ts', 'useFormDraft', 'property unkept 2 is null', 'features/unkept', 'a ticket form says that', 'a step hears that its draft could not be stored'],
  ['F12', 'open-drafts.ts', 'isBegunRefund', 'comparison PAPER_READ is true', 'requests/open-drafts', 'and its form agree', 'home offers no refund of which nothing was answered'],
  ['F12 F27', 'use-form-draft.ts', 'useFormDraft.discard', 'drop call begin', 'features/help/help', 'typed text comes back, also', 'a form that was begun again is empty'],
  ['F9', 'use-hand-in.ts', 'useHandIn', 'drop spread replaces', 'features/help/help', 'a refused ticket opens', 'a refused ticket is replaced by its correction'],
  ['F16', 'use-hand-in.ts', 'useHandIn', 'condition ok is true', 'features/refunds/new-refund', 'on a full device the form', 'a request that does not fit on the device keeps its form open'],
  ['F56', 'use-hand-in.ts', 'useHandIn', 'call whileHandedIn is handIn(filled)', 'features/help/help', 'opened again while its ticket', 'a form that is opened while its request is being queued waits for it'],
  ['F56', 'use-hand-in.ts', 'useHandIn', 'call useEffectEvent is onSent', 'features/refunds/new-refund', 'Back while a refund is being queued still', 'a request that was queued after Back leads to its confirmation from the step of then'],
  ['F12 F27', 'use-form-draft.ts', 'useFormDraft.keep', 'drop call save', 'features/refunds/new-refund', 'a draft comes back at its', 'a refund opens again at the step where it was left'],
] } satisfies Mutations;
