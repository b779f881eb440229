import { anyAnswer } from '../account.ts';
import { relay, relayed, relayHandover, relayOpening, relayTaking } from '../relay.ts';
import { type Endpoint, open, post } from './endpoint.ts';

/** Photos handed from a phone to the desk's registration. */
export const relayEndpoints = {
  openRelay: { ...post, ...open, path: '/relevos', input: relayOpening, answer: relay },
  handToRelay: {
    ...post,
    ...open,
    path: '/relevos/:relevo/fotos',
    largest: 2_001_000,
    input: relayHandover,
    answer: anyAnswer,
  },
  takeFromRelay: { ...post, ...open, path: '/relevos/:relevo/recoger', input: relayTaking, answer: relayed },
} as const satisfies Record<string, Endpoint>;
