import { done } from '../account.ts';
import { relay, relayed, relayHandover, relayOpening, relayTaking } from '../relay.ts';
import type { Endpoint } from './endpoint.ts';

/** Photos handed from a phone to the desk's registration. */
export const relayEndpoints = {
  openRelay: {
    method: 'POST',
    base: 'api',
    path: '/relevos',
    bearer: 'none',
    internal: 'none',
    carries: 'json',
    input: relayOpening,
    answer: relay,
    errorField: 'message',
  },
  handToRelay: {
    method: 'POST',
    base: 'api',
    path: '/relevos/:relevo/fotos',
    bearer: 'none',
    internal: 'none',
    carries: 'json',
    largest: 2_001_000,
    input: relayHandover,
    answer: done,
    errorField: 'message',
  },
  takeFromRelay: {
    method: 'POST',
    base: 'api',
    path: '/relevos/:relevo/recoger',
    bearer: 'none',
    internal: 'none',
    carries: 'json',
    input: relayTaking,
    answer: relayed,
    errorField: 'message',
  },
} as const satisfies Record<string, Endpoint>;
