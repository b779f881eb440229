import * as v from 'valibot';

const key = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined);

/** What the help screens keep in the history's state: random keys of queued tickets, never their content. */
const newTicketState = v.object({
  /** Key of the queued ticket that is being corrected. */
  ticketEditing: key,
  /** Key of the ticket that was just queued. */
  ticketSent: key,
  /** What a new ticket asks about: a refund of the policy, or who receives its benefit. */
  ticketAbout: v.fallback(
    v.optional(
      v.union([
        v.object({ policyId: v.string(), refundId: v.string() }),
        v.object({ policyId: v.string(), beneficiaries: v.literal(true) }),
      ]),
    ),
    undefined,
  ),
});
export type HelpHistoryState = v.InferOutput<typeof newTicketState>;

declare module '@tanstack/react-router' {
  interface HistoryState extends HelpHistoryState {}
}

/** What the history's state says about the new ticket's screen; null for each value it does not name. */
export function ticketIn(state: unknown) {
  const { ticketEditing, ticketSent, ticketAbout } = v.parse(v.fallback(newTicketState, {}), state);
  return { editing: ticketEditing ?? null, sent: ticketSent ?? null, about: ticketAbout ?? null };
}
