import { pageOf } from './page.ts';

/** The start page's green with its arches (features/start): above the card on a phone, beside it on a wide screen. */
const style = `
:root { --shelter: #0f4c4a; --far: #175a57; --near: #2b7a72; --warm: #f3d9be; }
@media (prefers-color-scheme: dark) { :root { --shelter: #0b3533; --far: #11423f; --near: #1f5f59; --warm: #d9bd9f; } }
body { align-content: stretch; justify-items: stretch; gap: 0; padding: 0; grid-template-rows: minmax(11.25rem, 1fr) auto; background: var(--shelter); }
header { position: relative; align-items: start; max-width: none; padding: 32px 20px 0; overflow: hidden; color: #ffffff; --mark: #ffffff; }
header .arches { position: absolute; inset: auto 0 -8px; width: 100%; height: calc(100% - 4.25rem); overflow: visible; }
.arches path { stroke-width: 34; }
.arches .far { stroke: var(--far); } .arches .near { stroke: var(--near); } .arches .warm { stroke: var(--warm); }
.arches .one { stroke: none; fill: var(--dot); }
main { position: relative; max-width: none; margin-top: -24px; padding: 32px 20px 40px; border-radius: 28px 28px 0 0; background: var(--paper); box-shadow: none; }
main > * { max-width: 416px; margin-inline: auto; }
h1 { font-size: min(1.75rem, 11vw); overflow-wrap: anywhere; }
@media (min-width: 543px) {
  body { grid-template: 100vh / minmax(0, 1fr) minmax(400px, 1fr); grid-template: 100dvh / minmax(0, 1fr) minmax(400px, 1fr); }
  header { padding: 40px 48px 0; }
  header .arches { inset: auto 0 0; height: min(58%, 560px); }
  main { display: grid; grid-template-columns: minmax(0, 416px); align-content: center; justify-content: center; margin: 0; border-radius: 0; overflow-y: auto; }
  main > * { margin-inline: 0; width: 100%; }
}
@media (max-height: 560px) { header .arches { display: none; } }
`;

const arches = `<svg class="arches" viewBox="0 0 390 446" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
<path class="far" d="M-20 480V232a215 215 0 0 1 430 0v248"/><path class="near" d="M35 480V232a160 160 0 0 1 320 0v248"/><path class="warm" d="M90 480V232a105 105 0 0 1 210 0v248"/>
<circle class="one" cx="195" cy="254" r="40"/><path class="one" d="M123 480v-78a72 72 0 0 1 144 0v78z"/></svg>`;

/** A page for customers that looks like the start page they came from. */
export const shelterPage = pageOf(style, arches);
