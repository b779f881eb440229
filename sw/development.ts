import './sending.ts';
import { type SendingScope, sendingPart } from './sending-part.ts';
import { start } from './start.ts';

declare const self: ServiceWorkerGlobalScope & SendingScope;

// In development this is a module worker, which cannot import classic scripts. Both parts are one, and nothing is precached.
start(self, self.__WB_MANIFEST as [], sendingPart(self, '/sw/sending.ts', ''));
