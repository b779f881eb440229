import { examine, printed } from './examine.ts';

/** `npm run doctor`: what would keep this server from serving customers. Exit 1 when something does. */
const found = await examine(process.env);
for (const finding of found) console.log(printed(finding));
process.exit(found.every(({ fine }) => fine) ? 0 : 1);
