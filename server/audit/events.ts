import type { EndpointName } from '#contract/endpoints.ts';
import type { Problem } from '#contract/result.ts';

/** What the trail calls an event, by what was called. `of` names the input that says what it was about: an id, never a text. */
interface Audited {
  event: string;
  of?: string;
  /** What it is called when it was refused; without one a refusal is not noted. */
  refused?: string;
}

/** The calls that leave no line. */
type Unaudited =
  | 'checkEmail'
  | 'checkNif'
  | 'openRelay'
  | 'handToRelay'
  | 'takeFromRelay'
  | 'sessions'
  | 'renewInternalToken'
  | 'forgotPassword'
  | 'passkeys'
  | 'passkeySignInQuestion'
  | 'accessToken'
  | 'pendingBills'
  | 'syncPolicies'
  | 'ticketTypes'
  | 'receipt'
  | 'withdraw'
  | 'pushSettings'
  | 'choosePush'
  | 'subscribePush'
  | 'unsubscribePush'
  | 'readTogether';

/** All other calls, such as every request; one that stands nowhere does not compile. */
const lines: Readonly<Record<Exclude<EndpointName, Unaudited>, Audited>> = {
  login: { event: 'signed-in', refused: 'sign-in-refused' },
  passkeySignIn: { event: 'signed-in-by-passkey', refused: 'sign-in-refused' },
  renewSession: { event: 'session-renewed' },
  register: { event: 'registered' },
  logout: { event: 'signed-out' },
  lock: { event: 'locked' },
  nameSession: { event: 'session-named', of: 'sesion' },
  endSessions: { event: 'sessions-ended', of: 'sesion' },
  changePassword: { event: 'password-changed', refused: 'password-refused' },
  passkeyQuestion: { event: 'passkey-asked-for', refused: 'password-refused' },
  addPasskey: { event: 'passkey-added' },
  renamePasskey: { event: 'passkey-renamed', of: 'credencial' },
  removePasskey: { event: 'passkey-removed', of: 'credencial' },
  updatePersonalInformation: { event: 'information-changed', refused: 'information-refused' },
  personalInformation: { event: 'information-read' },
  policies: { event: 'policies-read' },
  payments: { event: 'payments-read', of: 'poliza' },
  documents: { event: 'documents-read', of: 'poliza' },
  roles: { event: 'beneficiaries-read', of: 'poliza' },
  cards: { event: 'cards-read', of: 'poliza' },
  dependents: { event: 'dependents-read', of: 'poliza' },
  refunds: { event: 'refunds-read', of: 'poliza' },
  createRefund: { event: 'refund-asked-for', of: 'poliza' },
  addRefundDocument: { event: 'refund-document-added', of: 'idReembolso' },
  downloadRefundDocument: { event: 'refund-document-read', of: 'idDocumento' },
  tickets: { event: 'tickets-read' },
  createTicket: { event: 'ticket-sent', of: 'poliza' },
  paymentLink: { event: 'payment-begun', of: 'poliza' },
};
export const audited: Partial<Record<EndpointName, Audited>> = lines;

/** Events that a customer can repeat without end. Each leaves its line and no other trace. */
export const comesAndGoes: ReadonlySet<string> = new Set(['signed-in', 'signed-in-by-passkey', 'locked', 'signed-out']);

/** Too many tries: somebody is guessing, or was. */
export const BLOCKED = 'blocked';

/** Refusals that may be an attack: wrong proofs, and too many of them. A missing field is none. */
const attempts: readonly Problem['code'][] = ['bad-credentials', 'rate-limited', 'invalid'];

/** What a refusal is called; null when it is not worth a line. */
export function refusalOf({ refused }: Audited, { code }: Problem): string | null {
  if (refused === undefined || !attempts.includes(code)) return null;
  return code === 'rate-limited' ? BLOCKED : refused;
}
