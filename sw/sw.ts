import '#shims/older-browsers.ts';
import type { Listed } from './filling.ts';
import { type SendingScope, sendingPart } from './sending-part.ts';
import { start } from './start.ts';

declare const self: ServiceWorkerGlobalScope & SendingScope;
/** Address of the second script, which the build fills in (.ci/build/sending-script.ts). */
declare const __SENDING__: string;

// Each entry carries what the build adds to it: its hash, and whether the start page needs it.
start(self, self.__WB_MANIFEST as Listed[], sendingPart(self, __SENDING__));
