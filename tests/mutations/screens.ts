import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/screens', rows: [
  ['D69 D70', 'none-in-year.tsx', 'NoneInYear', 'operand year 2 is true', 'features/payments/payments', 'where few bytes were to be spent', 'of a year that was not brought nobody says that it had nothing'],
  ['D70', 'mirrored-screen.tsx', 'ViewState', 'attribute title 4 is empty.title', 'features/documents/documents', 'an empty list says so; a', 'a part that failed and never came is not taken for an empty one'],
  ['H2.55', 'use-policy-title.ts', 'usePolicyName', 'call policyNames is new Map(all.map((policy) => [policy, policy.ProductName] as const))', 'features/health-card/health-card', 'the card of one of two policies', 'two policies of one product are told apart in a short line'],
  ['D71', 'use-marks.ts', 'seeing', 'condition partial is false', 'screens/use-marks', 'what comes while a list is being opened', 'what a list brings while it is being opened is no news'],
  ['D70', 'finding.ts', 'useFinding', 'condition partial is false', 'features/documents/documents', 'on its way to 2 000 documents', 'no count of a list that is still being opened'],
  ['H2.59', 'finding.ts', 'useFinding', 'call find 1 is (filter.chosen[name] ?? undefined)', 'features/documents/documents', 'when a refresh removes the chosen', 'a category that a refresh removed is no longer chosen'],
  ['D71', 'entries.tsx', 'useOpened', 'condition stays 2 is false', 'features/refunds/history', 'on a desk the refund beside', 'the refund beside the list stays when a newer one arrives'],
  ['H2.60', 'entries.tsx', 'useOpened', 'drop call focusBeside 1', 'features/documents/documents', 'by keyboard on a desk', 'Enter on an entry leads into what it opens'],
  ['H2.39', 'entries.tsx', 'useOpened', 'drop call focus 2', 'features/refunds/history', 'by keyboard on a desk', 'Escape leads from an open queued request back to its card'],
  ['D29', 'pay-link.tsx', 'PayLink', 'attribute ref 1 is (link) => link?.focus()', 'screens/pay-link', 'takes the focus from nobody', 'a link that comes late takes the focus from nobody'],
  ['D81 D93', 'paying.tsx', 'PaymentStanding', 'operand isUnkept is false', 'features/invoices/invoices', 'has no room to remember says so', 'that a payment could not be noted stays readable where it is awaited'],
  ['D86', 'use-year.ts', 'useYear', 'call includes is false', 'features/payments/payments', 'the first payment of another', 'a payment of the next January does not turn the page'],
  ['D86', 'use-year.ts', 'useYear', ['replace: true', 'replace: false'], 'features/payments/payments', 'it stands in the address', 'Back leaves the payments instead of turning pages'],
  ['D86', 'use-year.ts', 'useYear', ['&& isWhole', ''], 'screens/use-year', 'read first is not the chosen', 'a year of documents that was read first is not the opened page'],
  ['D83', 'use-server-list.ts', 'useServerList', 'drop if newest', 'features/sessions/sessions', 'as the newest question was answered', 'an earlier answer replaces no newer list'],
  ['H2.20', 'policy-switch.tsx', 'PolicySwitch', 'call offeringOf is all', 'screens/policy-switch', 'without a section are not', 'a policy is offered only where it has the section'],
  ['H2.20', 'policy-switch.tsx', 'choose', ["|| other === policy", ''], 'screens/policy-switch', 'is there already leads nowhere', 'the policy that is there leads to no second entry'],
  ['H2.20', 'policy-switch.tsx', 'Switch', 'drop attribute data-takes-focus', 'screens/policy-switch', 'changed by keyboard', 'the focus stays with the policy that was chosen'],
  ['D70', 'policy-facts.ts', 'countWords', 'drop if count', 'screens/policy-switch', 'left out where it is not', 'what never came is not said to be none'],
  ['D65', 'ask-stored.ts', 'askStored', ['Promise.race([answer, late])', 'answer'], 'app/worker', 'ended before it answers is asked again', 'a page asks again where the browser ended the worker'],
] } satisfies Mutations;
