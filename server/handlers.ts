import type { readingEndpoints } from '#contract/endpoints/reading.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { checkEmail, checkNif } from './accounts/availability.ts';
import {
  addPasskey,
  passkeyQuestion,
  passkeySignIn,
  passkeySignInQuestion,
  passkeys,
  removePasskey,
  renamePasskey,
} from './accounts/passkeys.ts';
import { personalInformation, updatePersonalInformation } from './accounts/personal-information.ts';
import { forgotPassword } from './accounts/recovery.ts';
import { register } from './accounts/registration.ts';
import { renewSession } from './accounts/renewal.ts';
import { endSessions, nameSession, sessions } from './accounts/sessions.ts';
import { accessToken, changePassword, lock, login, logout, renewInternalToken } from './accounts/sign-in.ts';
import { receipt, withdraw } from './commands/receipt.ts';
import type { Handler } from './handler.ts';
import * as policies from './policies/handlers.ts';
import { choosePush, pushSettings, subscribePush, unsubscribePush } from './push/handlers.ts';
import { addRefundDocument, createRefund, downloadRefundDocument, refunds } from './refunds/handlers.ts';
import { handToRelay, openRelay, takeFromRelay } from './relays/handlers.ts';
import { createTicket, tickets, ticketTypes } from './tickets/handlers.ts';

/** Who answers each row of the endpoint table; a row without an answer does not compile. Many reads are many calls (http/read-together.ts). */
export const handlers = {
  checkEmail,
  checkNif,
  openRelay,
  handToRelay,
  takeFromRelay,
  register,
  login,
  renewSession,
  logout,
  lock,
  sessions,
  nameSession,
  endSessions,
  personalInformation,
  updatePersonalInformation,
  renewInternalToken,
  changePassword,
  forgotPassword,
  passkeys,
  passkeyQuestion,
  addPasskey,
  renamePasskey,
  removePasskey,
  passkeySignInQuestion,
  passkeySignIn,
  accessToken,
  pendingBills: policies.pendingBills,
  paymentLink: policies.paymentLink,
  policies: policies.policies,
  syncPolicies: policies.syncPolicies,
  payments: policies.payments,
  documents: policies.documents,
  roles: policies.roles,
  cards: policies.cards,
  dependents: policies.dependents,
  refunds,
  createRefund,
  addRefundDocument,
  downloadRefundDocument,
  ticketTypes,
  tickets,
  createTicket,
  receipt,
  withdraw,
  pushSettings,
  choosePush,
  subscribePush,
  unsubscribePush,
} satisfies { [N in Exclude<EndpointName, keyof typeof readingEndpoints>]: Handler<N> };
