import '#shims/older-browsers.ts';
import type { Listed } from './filling.ts';
import { type SendingScope, sendingPart } from './sending-part.ts';
import { start } from './start.ts';

declare const self: ServiceWorkerGlobalScope & SendingScope;
/** Address and hash of the second script, set by the build (tools/build/sending-script.ts). */
declare const __SENDING__: string;
declare const __SENDING_HASH__: string;

// The build adds to each entry its hash and whether the start page needs it.
start(self, self.__WB_MANIFEST as Listed[], sendingPart(self, __SENDING__, __SENDING_HASH__));
