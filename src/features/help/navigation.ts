import * as v from 'valibot';

/** What the help screens keep in the history's state: random keys of queued tickets, never their content. */
export interface HelpHistoryState {
  /** Key of the queued ticket that is being corrected. */
  ticketEditing?: string;
  /** Key of the ticket that was just queued. */
  ticketSent?: string;
  /** The refund that a new ticket asks about. */
  ticketAbout?: { policyId: string; refundId: string };
}

declare module '@tanstack/react-router' {
  interface HistoryState extends HelpHistoryState {}
}

const key = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined);
const about = v.fallback(v.optional(v.object({ policyId: v.string(), refundId: v.string() })), undefined);
const newTicketState = v.object({ ticketEditing: key, ticketSent: key, ticketAbout: about });

/** What the history's state says about the new ticket's screen; null for each value it does not name. */
export function ticketIn(state: unknown): {
  editing: string | null;
  sent: string | null;
  about: { policyId: string; refundId: string } | null;
} {
  const parsed = v.safeParse(newTicketState, state);
  const { ticketEditing, ticketSent, ticketAbout } = parsed.success ? parsed.output : {};
  return { editing: ticketEditing ?? null, sent: ticketSent ?? null, about: ticketAbout ?? null };
}
