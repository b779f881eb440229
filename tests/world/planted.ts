/**
 * Protections of the product, each of which `npm run simulate -- --planted` takes away in a copy: the world must find that. `place` and
 * `mutation` are as in tests/mutations.
 */
type Planted = readonly [file: string, place: string, mutation: string, protects: string];

// biome-ignore format: one line a protection
export default [
  ['src/outbox/enqueue.ts', 'write', 'callee transaction is ((_mode, _tables, run) => run())', 'row, files and the end of the draft are written in one transaction'],
  ['src/outbox/enqueue.ts', 'write', 'drop call delete', 'queueing a request ends its draft'],
  ['src/outbox/item-state.ts', 'isClaimed', 'drop comparison SILENCE_MS', 'a claim that is no longer renewed is taken over'],
  ['src/outbox/item-state.ts', 'isTaken', 'drop property unclear', 'a claim says, before the first byte leaves, that the server may have the request'],
  ['src/outbox/item-state.ts', 'signedIn', 'property parked is nothing', 'a sign-in resumes parked requests'],
  ['src/outbox/item-state.ts', 'isReplaced', "const isReplaced is (): Verdict => 'gone'", 'an unclear request is never replaced before the server was asked'],
  ['src/outbox/item-state.ts', 'storedAs', "property held is 'waiting'", 'a request that is being corrected is not sent'],
  ['src/outbox/items.ts', 'remove', 'drop call delete 1', 'the corrected request replaces the one of before'],
  ['src/outbox/items.ts', 'follow', 'property is from', 'documents of a replaced refund follow its replacement'],
  ['src/outbox/outcome.ts', 'meanings', "property unavailable is refused", 'a server that is away is asked again'],
  ['src/outbox/send.ts', 'sendItem', 'property key is crypto.randomUUID()', 'every attempt carries the same key'],
  ['src/outbox/send.ts', 'withReceipt', 'return fail is result', 'only an answer with a receipt settles'],
  ['src/outbox/send.ts', 'withReceipt', 'drop operand clave', 'the receipt must name this very request'],
  ['src/outbox/store-receipt.ts', 'storeReceipt', 'callee transaction is ((_mode, _tables, run) => run())', 'receipt, mirror, row and files change in one transaction'],
  ['src/outbox/store-receipt.ts', 'storeReceipt', 'const open is reading; if (!open) return false', 'a receipt that arrives during a lock is sealed with the sending key'],
  ['src/outbox/drain.ts', 'dueItems', 'drop link filter', 'only requests of the signed-in customer are sent'],
  ['src/outbox/withdraw.ts', 'askFirst', "if gone is if (verdict !== 'being-sent') return { ok: true, value: true };", 'the receipt is asked for before an unclear request is changed'],
  ['src/outbox/list.ts', 'listQueue', 'drop link filter', 'only requests of the signed-in customer are listed'],
  ['src/outbox/drafts.ts', 'inTurn', 'call then is write()', 'an older form never overwrites a newer one'],
  ['src/session/create-session.ts', 'start', 'drop operand left', 'a start looks whether the ten minutes are over'],
  ['src/session/create-session.ts', 'dropReading', "call delete is db.vault.bulkDelete(['reading', 'sending'])", 'a lock keeps the sending key'],
  ['src/session/create-session.ts', 'lock', 'drop call dropReading', 'a lock ends reading'],
  ['src/session/envelopes.ts', 'unsealAccepted', 'result person is row.id === id', 'what waits is found after the email changed elsewhere'],
  ['src/session/change-password.ts', 'changePassword', 'drop call hasJudged', 'an answer lost while the password changed leaves both envelopes'],
  ['src/session/mover.ts', 'prepareMove', 'drop call has', 'only complete requests are moved from under an earlier password'],
  ['src/session/sealed-queue.ts', 'recover', 'drop if left', 'what cannot move stays with its envelope'],
  ['src/session/seal-again.ts', 'sealRowsAgain', "condition none is found !== 'some' || keys.earlierKeys", 'earlier secrets go only once no row needs them'],
  ['src/session/door.ts', 'write', 'drop call bulkPut', 'a sign-in leaves its tokens on the device'],
  ['src/database/row-context.ts', 'contextOf', 'drop element owner', 'a sealed row opens only for its owner and in its place'],
  ['src/database/keyring.ts', 'openSessionRows', 'drop element sending', 'reading and sending keys are replaced together'],
  ['src/database/sealed.ts', 'inOrder', 'drop spread earlierKeys', 'rows under an earlier key stay readable'],
  ['src/database/heal.ts', 'healed', 'result connectionLost is { if (!connectionLost(error)) throw error; throw error; }', 'a lost connection is opened again, and the call made once more'],
  ['src/mirror/pulls.ts', 'settle', "call freshen is ok('unchanged')", 'an answer that a change on the device has overtaken is asked for anew'],
  ['server/commands/run-once.ts', 'runOnce', 'drop call where', 'the answer is kept with the key'],
  ['server/commands/run-once.ts', 'answerOrWithdraw', 'property key is crypto.randomUUID()', 'a key that nobody knows is withdrawn'],
  ['server/commands/run-once.ts', 'findAnswer', 'drop if state', 'a late copy of what was withdrawn is refused'],
  ['server/accounts/tokens.ts', 'endOpenTokens', 'drop call ne', 'the send-only token outlives a lock'],
  ['server/http/ownership.ts', 'ownedPolicy', 'condition value is true', "a policy that an input names must be the caller's"],
] as const satisfies readonly Planted[];
