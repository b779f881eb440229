import * as v from 'valibot';
import { personalInformation } from '#contract/account.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { insuredPerson, policy } from '#contract/policies.ts';
import { refundAnswer } from '#contract/refunds.ts';
import { requestKinds } from '#contract/requests.ts';
import { ticketType } from '#contract/tickets.ts';
import { listOf } from '#contract/values.ts';
import {
  checkAnswer,
  checkEnding,
  checkMarks,
  checkNaming,
  checkNonsense,
  checkOwner,
  checkPersonal,
  checkQueued,
  checkReading,
  checkRenewal,
  checkTag,
  checkTokens,
  type Finding,
  tokensFor,
} from './checks.ts';
import { type Account, additions, samples } from './samples.ts';
import { ask, askAt, type Sample, type Target, type Told } from './target.ts';
import { checkTogether } from './together.ts';

/**
 * Checks every endpoint of the contract against a backend, with good and bad calls. It leaves one refund with two documents
 * and one ticket behind, both marked as a trial. Nothing else of the account changes.
 */
export async function walk(target: Target): Promise<Finding[]> {
  const account = blank(target);
  const found: Finding[] = await checkAddresses(target).catch((error: Error) => [unanswered('login', error)]);
  for (const name of Object.keys(samples) as EndpointName[]) {
    // The lock that comes before it ended the tokens.
    if (name === 'logout') await enterAgain(target, account).catch(() => undefined);
    found.push(...(await tryRow(target, name, account).catch((error: Error) => [unanswered(name, error)])));
    const alone = inSessionOfItsOwn[name];
    if (alone) found.push(...(await alone(target, account).catch((error: Error) => [unanswered(name, error)])));
    // Everything after it needs a signed-in customer.
    if (name === 'accessToken' && account.bearer === '') return found;
  }
  return found;
}

async function tryRow(target: Target, name: EndpointName, account: Account): Promise<Finding[]> {
  const row: Endpoint = endpoints[name];
  const sampled = samples[name](account);
  if (typeof sampled === 'string') {
    const refusals = additions.has(name) ? [] : await refusing(target, name, { input: {} }, account);
    return [{ row: name, what: 'answers what the contract says', held: null, told: sampled }, ...refusals];
  }
  const refusals = () => refusing(target, name, sampled, account);
  if (row.queued) {
    const before = await refusals();
    const { found, first, key } = await checkQueued(target, name, sampled, account);
    account.key = key;
    learn(name, first, account);
    const changed = await tryChange(target, name, account);
    const marks = checkMarks(name, sampled, first);
    return [...before, ...found, ...marks, ...changed, ...(await checkOwner(target, name, sampled, account))];
  }
  // A call that ends tokens comes after all other checks of its endpoint.
  const before = ending.has(name) ? [...(await refusals()), ...(await checkOwner(target, name, sampled, account))] : [];
  const told = await ask(target, name, sampled, tokensFor(name, account));
  if (additions.has(name) && (told.status === 404 || told.status === 405)) {
    return [{ row: name, what: 'answers what the contract says', held: null, told: 'the backend has no such call' }];
  }
  const found = [...before, checkAnswer(name, told), ...checkPersonal(name, sampled, told)];
  learn(name, told, account);
  account.tags[name] = told.headers.get('etag') ?? '';
  if (ending.has(name)) return found;
  return [
    ...found,
    ...(await refusals()),
    ...(await checkOwner(target, name, sampled, account)),
    ...(await checkReading(target, name, sampled, told, account)),
    ...(name === 'readTogether' ? await checkTogether(target, account) : []),
  ];
}

const ending = new Set<EndpointName>(['renewInternalToken', 'lock', 'logout']);

async function refusing(target: Target, name: EndpointName, sample: Sample, account: Account): Promise<Finding[]> {
  return [...(await checkTokens(target, name, sample)), ...(await checkNonsense(target, name, account))];
}

/** Keeps what later calls need from an answer. */
function learn(name: EndpointName, { json }: Told, account: Account): void {
  const read = <S extends v.GenericSchema>(schema: S): v.InferOutput<S> | null => {
    const parsed = v.safeParse(schema, json);
    return parsed.success ? parsed.output : null;
  };
  if (name === 'login') {
    const answer = read(endpoints.login.answer);
    const { id, nif, token: internal, renovacion: renewal = '' } = answer?.usuario ?? {};
    if (answer) Object.assign(account, { id, nif, internal, renewal });
  }
  if (name === 'renewSession') {
    const answer = read(endpoints.renewSession.answer);
    const { access_token: bearer, sendToken = '' } = answer?.accessToken ?? {};
    const { token: internal, renovacion: renewal = '' } = answer?.usuario ?? {};
    if (answer) Object.assign(account, { bearer, sendToken, internal, renewal });
  }
  if (name === 'accessToken') {
    const answer = read(endpoints.accessToken.answer);
    if (answer) Object.assign(account, { bearer: answer.access_token, sendToken: answer.sendToken ?? '' });
  }
  if (name === 'personalInformation') account.personal = read(personalInformation);
  if (name === 'policies') {
    const all = read(listOf(policy)) ?? [];
    account.policy = all[0] ?? null;
    account.health = all.find(({ LineOfBusinessType }) => LineOfBusinessType === 'Health') ?? null;
  }
  if (name === 'cards') account.patient = read(listOf(insuredPerson))?.[0] ?? null;
  if (name === 'ticketTypes') account.ticketType = read(listOf(ticketType))?.[0]?.id ?? '';
  if (name === 'createRefund') {
    const made = read(refundAnswer)?.reembolso;
    Object.assign(account, { refund: made?.id ?? '', document: made?.documentos[0]?.idDocumento ?? '' });
  }
  if (name === 'renewInternalToken')
    account.internal = read(endpoints.renewInternalToken.answer)?.token ?? account.internal;
}

/** Checks that the list which a request now stands in has another ETag than before. */
async function tryChange(target: Target, name: EndpointName, account: Account): Promise<Finding[]> {
  const list = Object.values(requestKinds).find(({ endpoint }) => endpoint === name)?.list;
  const sampled = list && samples[list](account);
  const before = list && account.tags[list];
  if (!list || !before || typeof sampled === 'string' || sampled === undefined) return [];
  const { headers } = await ask(target, list, sampled, tokensFor(list, account));
  const now = headers.get('etag') ?? '';
  account.tags[list] = now;
  return [checkTag(list, before, now)];
}

/** What ends a session is tried in one of its own. */
const inSessionOfItsOwn: { [N in EndpointName]?: (target: Target, account: Account) => Promise<Finding[]> } = {
  nameSession: async (target) => checkNaming(target, await enterElsewhere(target)),
  endSessions: async (target, account) => checkEnding(target, account, await enterElsewhere(target)),
  renewSession: async (target) => checkRenewal(target, await enterElsewhere(target)),
};

async function enterElsewhere(target: Target): Promise<Account> {
  const other = blank(target);
  await enterAgain(target, other);
  return other;
}

async function enterAgain(target: Target, account: Account): Promise<void> {
  for (const name of ['login', 'accessToken'] as const) {
    const sampled = samples[name](account);
    if (typeof sampled !== 'string') learn(name, await ask(target, name, sampled, tokensFor(name, account)), account);
  }
}

/** Checks that an unknown address and a wrong method are refused with JSON. */
async function checkAddresses(target: Target): Promise<Finding[]> {
  const nowhere = await askAt(target, `${target.apiBase}/conformidad/no-existe`, 'GET');
  const wrong = await askAt(target, target.apiBase + endpoints.login.path, 'PUT');
  const isRefusal = ({ status, json }: Told) => [404, 405].includes(status) && json !== undefined;
  const told = ({ status, json }: Told) => `answered ${status}${json === undefined ? ', and no JSON' : ''}`;
  return [
    { row: 'every row', what: 'an unknown address is told as such', held: isRefusal(nowhere), told: told(nowhere) },
    { row: 'every row', what: 'another method is told as such', held: isRefusal(wrong), told: told(wrong) },
  ].map((one) => ({ ...one, row: 'every row' as const, told: one.held ? '' : one.told }));
}

const unanswered = (row: EndpointName, { name, message }: Error): Finding => ({
  row,
  what: 'answers',
  held: false,
  told: `${name}: ${message}`,
});

const blank = ({ email, password }: Target): Account => ({
  email,
  password,
  id: '',
  nif: '',
  bearer: '',
  internal: '',
  sendToken: '',
  renewal: '',
  personal: null,
  policy: null,
  health: null,
  patient: null,
  ticketType: '',
  refund: '',
  document: '',
  key: '',
  tags: {},
});
