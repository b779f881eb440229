/**
 * `npm run conformance -- --base https://their.host/api --email … --password …`: checks every endpoint of the contract
 * against a backend and prints what holds. `--host` is the address of the integration host, unless it is '/host' beside the
 * base. The account should be a trial account, since a refund and a ticket are left behind; the default is a demo account.
 * It exits 1 when something deviates.
 */
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    base: { type: 'string' },
    host: { type: 'string' },
    email: { type: 'string', default: 'costarica@demo.test' },
    password: { type: 'string', default: 'Amparo2026' },
  },
});
if (!values.base || !URL.canParse(values.base)) {
  console.error(
    'Say which backend: npm run conformance -- --base https://their.host/api [--host …] [--email … --password …]',
  );
  process.exit(2);
}
const apiBase = values.base.replace(/\/$/, '');
const hostBase = (values.host ?? new URL('/host', apiBase).href).replace(/\/$/, '');
const load = async (name) =>
  (await runnerImport(new URL(`../tests/conformance/${name}.ts`, import.meta.url).pathname, { logLevel: 'error' }))
    .module;
const [{ walk }, { printed }] = [await load('kit'), await load('print')];
const { lines, deviations } = printed(
  await walk({ fetch, apiBase, hostBase, email: values.email, password: values.password }),
);
console.log(lines.join('\n'));
process.exit(deviations === 0 ? 0 : 1);
