import { askTogether } from '#api/read-together.ts';
import { type Endpoint, endpoints, type ReadName } from '#contract/endpoints.ts';
import { printOf } from '#contract/etags.ts';
import { checkAnswer, type Finding, finding, tokensFor } from './checks.ts';
import { type Account, samples } from './samples.ts';
import { ask, type Sample, type Target } from './target.ts';

/** One answer of many, whatever it is. */
interface Entry {
  estado?: unknown;
  etiqueta?: unknown;
  cuerpo?: unknown;
  codigo?: unknown;
}

const row = 'readTogether';
const names = (Object.keys(endpoints) as (keyof typeof endpoints)[]).filter(
  (name): name is ReadName => (endpoints[name] as Endpoint).readsOnly === true && name !== row,
);

/** Checks that each read among many is answered as its own call is, and that it shows no more than that call would. */
export async function checkTogether(target: Target, account: Account): Promise<Finding[]> {
  const many = async (reads: readonly { name: ReadName; input: object; etag?: string | null }[], sent = false) => {
    const asked = reads.map(({ name, input, etag = null }) => ({ name, input: input as never, etag, versions: null }));
    const tokens = sent ? { bearer: account.sendToken } : tokensFor(row, account);
    const { status, json } = await ask(target, row, { input: askTogether(asked, false) }, tokens);
    const { respuestas } = (json ?? {}) as { respuestas?: Entry[] };
    return { status, entries: Array.isArray(respuestas) ? respuestas : [] };
  };
  const found: Finding[] = [];
  for (const name of names) {
    const sampled = samples[name](account);
    if (typeof sampled !== 'string') found.push(...(await checkOne(many, target, name, sampled, account)));
  }
  const own = { name: 'tickets', input: { idUsuario: account.id } } as const;
  const other = { name: 'tickets', input: { idUsuario: crypto.randomUUID() } } as const;
  const mixed = await many([other, own]);
  const states = mixed.entries.map(({ estado }) => estado);
  const refused = states[0] === 'problema' && states[1] === 200;
  const said = states.length > 0 ? states.join(', ') : mixed.status;
  found.push(finding(row, "refuses another customer's list alone", refused ? null : `answered ${said}`));
  found.push(await checkSets(target, account));
  if (account.sendToken === '') return found;
  const [nothing, something] = [await many([], true), await many([own], true)];
  const shows = something.entries.some(({ estado }) => estado === 200);
  return [
    ...found,
    finding(
      row,
      'without a read, takes the send-only token',
      nothing.status === 200 ? null : `answered ${nothing.status}`,
    ),
    finding(row, 'shows nothing to the send-only token', shows ? 'it brought a list' : null),
  ];
}

/** A set is told to be the same only when each of its lists is. A backend that knows no sets is asked for each list. */
async function checkSets(target: Target, account: Account): Promise<Finding> {
  const what = 'answers a set as each of its lists';
  const input = { idUsuario: account.id };
  const etag = (await ask(target, 'tickets', { input }, tokensFor('tickets', account))).headers.get('etag');
  if (etag === null) return { row, what, held: null, told: 'it gives no ETag' };
  const prints = [await printOf([etag]), await printOf(['"other"'])];
  const conjuntos = prints.map((huella) => ({ nombre: 'tickets', entradas: [input], huella }));
  const asked = { input: { lecturas: [], conjuntos } };
  const { status, json } = await ask(target, row, asked, tokensFor(row, account));
  const { conjuntos: said } = (json ?? {}) as { conjuntos?: unknown };
  if (said === undefined) return { row, what, held: null, told: `it knows no sets, and answered ${status}` };
  const expected = JSON.stringify([304, 'despues']);
  return finding(row, what, JSON.stringify(said) === expected ? null : `answered ${JSON.stringify(said)}`);
}

async function checkOne(
  many: (reads: readonly { name: ReadName; input: object; etag?: string | null }[]) => Promise<{ entries: Entry[] }>,
  target: Target,
  name: ReadName,
  { input }: Sample,
  account: Account,
): Promise<Finding[]> {
  const what = `answers ${name} as its own call does`;
  const alone = await ask(target, name, { input }, tokensFor(name, account));
  const etag = alone.headers.get('etag');
  const [entry] = (await many([{ name, input }])).entries;
  if (entry?.codigo === 'method-not-allowed') return [{ row, what, held: null, told: 'only by its own call' }];
  if (entry?.estado !== 200) return [finding(row, what, `answered ${entry?.codigo ?? entry?.estado}`)];
  const read = checkAnswer(name, { ...alone, json: entry.cuerpo });
  const other = etag !== null && entry.etiqueta !== etag ? `another ETag: ${entry.etiqueta}` : null;
  const again = etag === null ? 304 : (await many([{ name, input, etag }])).entries[0]?.estado;
  const anew = again === 304 ? null : `answered ${again} to its ETag`;
  return [finding(row, what, read.held ? (other ?? anew) : read.told)];
}
