import * as v from 'valibot';
import type { Owned } from '#contract/endpoints/endpoint.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { invoiceMarks } from '#contract/refunds.ts';
import { type Account, pdf } from './samples.ts';
import { deviationsIn } from './strict.ts';
import { ask, commandHeaders, type Sample, type Shown, type Target, type Told } from './target.ts';

/** One result. `held` is null when it could not be tried. `told` says why, or what was found instead. */
export interface Finding {
  row: EndpointName | 'every row';
  what: string;
  held: boolean | null;
  told: string;
}

export const finding = (row: Finding['row'], what: string, wrong: string | null): Finding => ({
  row,
  what,
  held: wrong === null,
  told: wrong ?? '',
});

/** The account's tokens that the endpoint asks for. */
export function tokensFor(name: EndpointName, { bearer, internal }: Account): Shown {
  const row: Endpoint = endpoints[name];
  return {
    ...(row.bearer !== 'none' && { bearer }),
    ...(row.internal !== 'none' && { internal }),
  };
}

const needsTokens = ({ bearer, internal }: Endpoint) => bearer === 'required' || internal === 'required';

/** Checks that the answer is 200, that the app can read all of it, and that the app need not overlook any of it. */
export function checkAnswer(name: EndpointName, { status, json }: Told): Finding {
  const wrong = () => {
    if ((json as { code?: unknown } | undefined)?.code === 'maintenance') return 'is in maintenance: try it afterwards';
    if (status !== 200) return `answered ${status}`;
    if (json === undefined) return 'is no JSON';
    const parsed = v.safeParse(endpoints[name].answer as v.GenericSchema, json);
    if (!parsed.success) return `cannot be read at '${v.getDotPath(parsed.issues[0]) ?? ''}'`;
    const [sent, read] = [json, parsed.output];
    const lost = Array.isArray(sent) && Array.isArray(read) ? sent.length - read.length : 0;
    if (lost > 0) return `${lost} of ${(sent as unknown[]).length} rows cannot be read`;
    const [first, ...more] = deviationsIn(endpoints[name].answer, json);
    return first === undefined ? null : `${first}${more.length > 0 ? `, and ${more.length} more` : ''}`;
  };
  return finding(name, 'answers what the contract says', wrong());
}

/** Checks that the personal information names its residence (H2.64), and a change the fields that it updated (H7.19). */
export function checkPersonal(name: EndpointName, { input }: Sample, { status, json }: Told): Finding[] {
  if (status !== 200) return [];
  const told = (json ?? {}) as Record<string, unknown>;
  if (name === 'personalInformation') {
    return [finding(name, 'names the residence', told.residenciaFiscal ? null : 'it has no residenciaFiscal')];
  }
  if (name !== 'updatePersonalInformation') return [];
  const missing = Object.entries(input).filter(([field, value]) => field !== 'id' && told[field] !== value);
  const names = missing.map(([field]) => field).join(', ');
  return [
    finding(name, 'names the updated fields', names === '' ? null : `not ${names}: the app asks for all of it again`),
  ];
}

/** Checks that a refund has its invoice's marks as they were sent, where the backend gives them back (D75). */
export function checkMarks(name: EndpointName, { input }: Sample, { status, json }: Told): Finding[] {
  if (name !== 'createRefund' || status !== 200) return [];
  const made = ((json ?? {}) as { reembolso?: Record<string, unknown> }).reembolso ?? {};
  const given = invoiceMarks.filter((mark) => made[mark] !== undefined);
  const what = "gives back the invoice's marks";
  if (given.length === 0) return [{ row: name, what, held: null, told: 'it gives none' }];
  const others = invoiceMarks.filter((mark) => made[mark] !== input[mark]).join(', ');
  return [finding(name, what, others === '' ? null : `others than were sent: ${others}`)];
}

/** Checks that calls without tokens or with invented ones are refused. */
export async function checkTokens(target: Target, name: EndpointName, sample: Sample): Promise<Finding[]> {
  if (!needsTokens(endpoints[name])) return [];
  const none = await ask(target, name, sample);
  const made = await ask(target, name, sample, { bearer: 'inventado', internal: 'inventado' });
  const wrong = ({ status }: Told) => (status === 401 ? null : `answered ${status}`);
  return [
    finding(name, 'asks for tokens', wrong(none)),
    finding(name, 'refuses tokens that were made up', wrong(made)),
    finding(name, 'says why, where the contract says', wordsProblem(name, none)),
  ];
}

/** Checks that an empty input is refused with 4xx and a text. */
export async function checkNonsense(target: Target, name: EndpointName, account: Account): Promise<Finding[]> {
  if (v.safeParse(endpoints[name].input, {}).success) return [];
  const row: Endpoint = endpoints[name];
  // Without the parts of the path it would be another address.
  const input = Object.fromEntries([...row.path.matchAll(/:(\w+)/g)].map(([, part]) => [part, '-']));
  const told = await ask(target, name, { input }, tokensFor(name, account));
  const refused = told.status >= 400 && told.status < 500;
  return [
    finding(name, 'refuses an input without its fields', refused ? null : `answered ${told.status}`),
    ...(refused ? [finding(name, 'says what is wrong, where the contract says', wordsProblem(name, told))] : []),
  ];
}

function wordsProblem(name: EndpointName, { json }: Told): string | null {
  const { errorField } = endpoints[name];
  const text = (json as Record<string, unknown> | undefined)?.[errorField];
  return typeof text === 'string' && text.trim() !== '' ? null : `no text in '${errorField}'`;
}

/** Checks that an input which names another customer's data is refused (S7). */
export async function checkOwner(
  target: Target,
  name: EndpointName,
  sample: Sample,
  account: Account,
): Promise<Finding[]> {
  const { owns = {} }: Endpoint = endpoints[name];
  const strangers: Record<keyof Owned, string> = {
    person: crypto.randomUUID(),
    document: '999999998',
    policy: '0-conformidad',
    refund: crypto.randomUUID(),
  };
  const found: Finding[] = [];
  for (const [kind, field] of Object.entries(owns) as [keyof Owned, string][]) {
    if (!(field in sample.input)) continue;
    const other = { ...sample, input: { ...sample.input, [field]: strangers[kind] } };
    const { status } = await ask(target, name, other, tokensFor(name, account));
    const refused = [403, 404, 422].includes(status);
    found.push(finding(name, `refuses another customer's ${field}`, refused ? null : `answered ${status}`));
  }
  return found;
}

/** Checks that customers' data may not be cached (S12), and that an ETag works where there is one. */
export async function checkReading(
  target: Target,
  name: EndpointName,
  sample: Sample,
  told: Told,
  account: Account,
): Promise<Finding[]> {
  const row: Endpoint = endpoints[name];
  const found: Finding[] = [];
  if (needsTokens(row)) {
    const kept = told.headers.get('cache-control') ?? '';
    found.push(finding(name, 'is kept by no cache', /no-store/.test(kept) ? null : `Cache-Control: ${kept || 'none'}`));
  }
  if (!row.readsOnly) return found;
  const tag = told.headers.get('etag');
  if (!tag) return [...found, { row: name, what: 'answers 304 to its ETag', held: null, told: 'it gives none' }];
  const again = async (shown: string) => {
    const headers = { 'If-None-Match': shown };
    return (await ask(target, name, sample, { ...tokensFor(name, account), headers })).status;
  };
  const [same, other] = [await again(tag), await again('"conformidad"')];
  return [
    ...found,
    finding(name, 'answers 304 to its ETag', same === 304 ? null : `answered ${same}`),
    finding(name, 'answers whole to another ETag', other === 200 ? null : `answered ${other}`),
  ];
}

/** Checks that a list which has changed has another ETag. */
export const checkTag = (name: EndpointName, before: string, now: string): Finding =>
  finding(name, 'gives another ETag once it has changed', now === before ? `the same one: ${now}` : null);

/** Checks that a session has the name it was given, letter by letter. It names a session of its own, and signs out of it. */
export async function checkNaming(target: Target, own: Account): Promise<Finding[]> {
  const what = 'lists the name that was given';
  const byId = { input: { idUsuario: own.id } };
  const here = async () => {
    const { json } = await ask(target, 'sessions', byId, tokensFor('sessions', own));
    const rows = v.safeParse(endpoints.sessions.answer, json);
    return rows.success ? rows.output.find(({ aqui }) => aqui) : undefined;
  };
  const before = await here();
  const apodo = 'Prueba de <conformidad>';
  const input = { idUsuario: own.id, sesion: before?.id ?? '', apodo };
  const told =
    before?.apodo === undefined ? null : await ask(target, 'nameSession', { input }, tokensFor('nameSession', own));
  const after = told && (await here());
  await ask(target, 'logout', byId, tokensFor('logout', own));
  if (!told) return [{ row: 'nameSession', what, held: null, told: 'the backend gives sessions no names' }];
  const wrong = after?.apodo === apodo ? null : `the name is ${JSON.stringify(after?.apodo)}`;
  return [checkAnswer('nameSession', told), finding('nameSession', what, wrong)];
}

/**
 * Checks that a session which the account ended from another one is refused, and told so (D83). It opens a session of its own and
 * ends no other one.
 */
export async function checkEnding(target: Target, here: Account, other: Account): Promise<Finding[]> {
  const what = 'tells a session that was ended from another one';
  const untried = (told: string): Finding[] => [{ row: 'endSessions', what, held: null, told }];
  const listed = await ask(target, 'sessions', { input: { idUsuario: other.id } }, tokensFor('sessions', other));
  const rows = v.safeParse(endpoints.sessions.answer, listed.json);
  const sesion = rows.success ? rows.output.find(({ aqui }) => aqui)?.id : undefined;
  if (listed.status !== 200 || sesion === undefined) return untried('the backend lists no sessions');
  const input = { idUsuario: here.id, sesion };
  const end = await ask(target, 'endSessions', { input }, tokensFor('endSessions', here));
  if (end.status === 404 || end.status === 405) return untried('the backend has no such call');
  const shown = await ask(target, 'tickets', { input: { idUsuario: other.id } }, tokensFor('tickets', other));
  const { code } = (shown.json ?? {}) as { code?: unknown };
  const ended = finding(
    'endSessions',
    'ends the session it names',
    shown.status === 401 ? null : `answered ${shown.status}`,
  );
  if (code === 'session-ended') return [checkAnswer('endSessions', end), ended, finding('endSessions', what, null)];
  return [
    checkAnswer('endSessions', end),
    ended,
    ...untried('it says only 401: the device stays readable until it is locked'),
  ];
}

/**
 * Checks that a renewal token is good once (D76, S26): a lost answer ends nothing, and one whose next one was used ends the sign-in.
 * It opens a session of its own.
 */
export async function checkRenewal(target: Target, { renewal }: Account): Promise<Finding[]> {
  const once = 'gives another renewal token each time';
  const untried = (told: string): Finding[] => [{ row: 'renewSession', what: once, held: null, told }];
  if (renewal === '') return untried('it gives none');
  const renew = async (renovacion: string) => {
    const told = await ask(target, 'renewSession', { input: { renovacion } });
    const read = v.safeParse(endpoints.renewSession.answer, told.json);
    return { status: told.status, next: (read.success && read.output.usuario.renovacion) || '' };
  };
  const first = await renew(renewal);
  if (first.status === 404 || first.status === 405) return untried('the backend has no such call');
  const lost = await renew(renewal);
  const second = await renew(first.next);
  const reused = await renew(renewal);
  const third = await renew(second.next);
  const wrong = (told: { status: number }, ...good: number[]) =>
    good.includes(told.status) ? null : `answered ${told.status}`;
  const isAnother = first.next !== '' && first.next !== renewal;
  return [
    finding('renewSession', once, isAnother ? null : 'the same one, or none'),
    finding('renewSession', 'goes on after an answer that was lost', wrong(lost, 200, 401) ?? wrong(second, 200)),
    finding('renewSession', 'refuses one whose next one was used', wrong(reused, 401)),
    finding('renewSession', 'ends the sign-in of one that was used twice', wrong(third, 401)),
  ];
}

interface Queued {
  recibo?: { clave?: unknown; numero?: unknown };
}

/** Checks that a repeated command takes effect once, and that its receipt names its key (F2, F29). */
export async function checkQueued(
  target: Target,
  name: EndpointName,
  sample: Sample,
  account: Account,
): Promise<{ found: Finding[]; first: Told; key: string }> {
  const key = crypto.randomUUID();
  const tokens = tokensFor(name, account);
  const headers = await commandHeaders(sample, key);
  const send = (one: Sample, how: Record<string, string>) => ask(target, name, one, { ...tokens, headers: how });
  const damaged = await send(sample, { ...headers, 'Amparo-Fingerprint': '0'.repeat(64) });
  const first = await send(sample, headers);
  const again = await send(sample, headers);
  const changed = otherContent(sample);
  const other = await send(changed, await commandHeaders(changed, key));
  const [receipt, repeated] = [(first.json as Queued)?.recibo, (again.json as Queued)?.recibo];
  const refused = ({ status }: Told) => (status >= 400 && status < 500 ? null : `answered ${status}`);
  const isSame = again.status === 200 && receipt?.numero === repeated?.numero && receipt?.clave === repeated?.clave;
  const bySend = account.sendToken
    ? finding(name, 'takes the send-only token', await sendOnlyProblem(target, name, sample, headers, account))
    : { row: name, what: 'takes the send-only token', held: null, told: 'it gives none' };
  return {
    found: [
      finding(name, 'refuses what was damaged on its way', refused(damaged)),
      checkAnswer(name, first),
      finding(name, 'signs with the key it was sent under', receipt?.clave === key ? null : `names ${receipt?.clave}`),
      finding(name, 'repeated, gives the first receipt', isSame ? null : `another one: ${repeated?.numero}`),
      finding(name, 'refuses other content under a used key', refused(other)),
      bySend,
    ],
    first,
    key,
  };
}

async function sendOnlyProblem(
  target: Target,
  name: EndpointName,
  sample: Sample,
  headers: Record<string, string>,
  { sendToken }: Account,
): Promise<string | null> {
  const { status } = await ask(target, name, sample, { bearer: sendToken, headers });
  return status === 200 ? null : `answered ${status}`;
}

const otherContent = (sample: Sample): Sample =>
  sample.files
    ? { ...sample, files: { ...sample.files, [Object.keys(sample.files)[0] ?? '']: pdf('otra cosa') } }
    : { ...sample, input: { ...sample.input, descripcion: 'Otra cosa' } };
