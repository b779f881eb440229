import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/push', rows: [
  ['D63 F15', 'create-push.ts', 'renew', 'drop call putAwayOthers', 'push/push', 'goes with the sign-in of somebody else', 'what was shown of one customer does not stay for the next'],
  ['D63 D26', 'create-push.ts', 'createPush', ['await putAwayOthers((await browser.worker()) ?? undefined, null);', ''], 'push/push', 'goes as its customer leaves', 'a sign-out closes what was shown'],
  ['D63 S30', 'unread.ts', 'putAwayOthers', 'drop operand address', 'push/push', 'stays through a lock', 'that a session was ended stays on the screen'],
  ['D21 F15', 'create-push.ts', 'tell', "call callSending is session.callSending('subscribePush', subscribed)", 'push/push', 'subscribes no customer who signs in', 'a page subscribes nobody but who wanted it'],
  ['F15', 'create-push.ts', 'forget', 'drop if isSame', 'push/push', 'that fails leaves what another', 'what another tab has turned on outlives a failure of this one'],
  ['F16 D21', 'create-push.ts', 'noteOff', 'drop if noted', 'push/push', 'is turned off on a full device', 'push that is turned off on a full device stays off'],
  ['F16 D21', 'create-push.ts', 'turnOn', 'drop if noted', 'push/push', 'says where a full device cannot', 'nobody is subscribed whom the device cannot note'],
  ['D61 S30', 'unread.ts', 'putAwayPushes', 'condition isOfLists is true', 'app/draining', 'a notification about the account stays', 'what Novedades does not tell stays until the customer has seen it'],
  ['D21', 'subscribing.ts', 'subscribeAt', 'call atMost is subscribed(manager, key)', 'push/push', 'no push service that never answers', 'a push service that never answers is not waited for'],
] } satisfies Mutations;
