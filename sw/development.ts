import './sending.ts';
import { type SendingScope, sendingPart } from './sending-part.ts';
import { start } from './start.ts';

declare const self: ServiceWorkerGlobalScope & SendingScope;

// A module worker, as it is served in development, imports no classic script: both parts are one, and nothing is precached.
start(self, self.__WB_MANIFEST as [], sendingPart(self, '/sw/sending.ts'));
