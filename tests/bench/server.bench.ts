import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { AnswerOf } from '#contract/endpoints.ts';
import { type Cluster, createCluster, postgresBin } from '../process/cluster.ts';
import { type Caller, signIn } from '../process/program.ts';
import { pdf, refundFields } from '../server/requests.ts';
import { pathOf } from '../server/test-app.ts';
import { median, type Row } from './harness/measure.ts';
import { type Cost, costOf, type Measured, startMeasured } from './server/measured.ts';

const LARGEST = 'grande@demo.test';
const lists = ['payments', 'refunds', 'tickets', 'documents'] as const;
type List = (typeof lists)[number];
const MEGABYTE_BYTES = 1024 * 1024;

/** Measures the server on the embedded PGlite and on a real PostgreSQL, against the least that Hono can do. */
export default async function server(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-bench-'));
  const cluster = postgresBin ? await createCluster() : null;
  const bare = await startMeasured('tests/bench/server/bare.mjs');
  try {
    const least = await costOf(bare, 600, () => get(`${bare.url}/health`));
    const upload = await costOf(bare, 20, () => post(`${bare.url}/`, refundForm('x'), {}));
    const rows: Row[] = [
      { name: 'bare Hono route, CPU', figure: least.cpu, unit: 'ms', beside: loopOf(least) },
      { name: 'bare Hono route that takes 2 x 1 MB, CPU', figure: upload.cpu, unit: 'ms', beside: loopOf(upload) },
    ];
    rows.push(...(await onDatabase('PGlite', { AMPARO_DATA: join(folder, 'pglite') }, null, bare, least)));
    if (cluster) {
      const settings = { AMPARO_DATA: join(folder, 'postgres'), DATABASE_URL: cluster.url };
      rows.push(...(await onDatabase('PostgreSQL', settings, cluster, bare, least)));
    } else console.log('PostgreSQL is not installed: its rows are left out (Debian: apt-get install postgresql)');
    return rows;
  } finally {
    await bare.stop();
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onDatabase(
  kind: string,
  settings: Record<string, string>,
  cluster: Cluster | null,
  bare: Measured,
  least: Cost,
): Promise<Row[]> {
  const rows: Row[] = [];
  const against = (name: string, cost: Cost, other: number, goal?: number) =>
    rows.push({
      name: `${kind}: ${name}`,
      figure: cost.cpu / other,
      ...(goal !== undefined && { goal }),
      beside: `${cost.cpu.toFixed(2)} ms CPU, ${cost.time.toFixed(1)} ms, ${loopOf(cost)}`,
    });
  const first = await startMeasured('server/start.mjs', settings);
  await first.stop();
  const running = await startMeasured('server/start.mjs', settings);
  rows.push(
    {
      name: `${kind}: first start with all demo customers`,
      figure: first.startedIn / bare.startedIn,
      unit: 'x bare',
      beside: `${first.startedIn.toFixed(1)} s`,
    },
    {
      name: `${kind}: start on what is there`,
      figure: running.startedIn / bare.startedIn,
      unit: 'x bare',
      beside: `${running.startedIn.toFixed(1)} s`,
    },
    { name: `${kind}: memory after start`, figure: await megabytes(running.pid), unit: 'MB' },
  );
  const { url } = running;
  const who = await signIn(url, LARGEST);
  const policy = '560001';
  const ask = (name: List, etag = '') => list(url, name, who, policy, etag);

  const small = await costOf(running, 200, () => get(url + pathOf('ticketTypes'), who.headers));
  against('a small signed-in read, to the bare route', small, least.cpu);
  let payments = 0;
  for (const name of lists) {
    const { etag, bytes } = await ask(name);
    const unchanged = await costOf(running, 60, async () => expectStatus(await ask(name, etag), 304));
    const whole = await costOf(running, 24, async () => expectStatus(await ask(name), 200));
    rows.push({ name: `${kind}: ${name} as they travel`, figure: bytes / 1024, unit: 'kB', exact: true });
    against(`unchanged ${name} (304), to the bare route`, unchanged, least.cpu);
    against(`whole ${name}, to the bare route`, whole, least.cpu);
    rows.push({
      name: `${kind}: unchanged ${name} (304), to the small read`,
      figure: unchanged.cpu / small.cpu,
      goal: 3,
      beside: `${((100 * unchanged.cpu) / whole.cpu).toFixed(0)} % of the whole list`,
    });
    if (name === 'payments') payments = whole.cpu;
  }
  rows.push(...(await unlocks(kind, running)));
  const files = await costOf(running, 15, async () => {
    const answer = await post(url + pathOf('createRefund'), refundForm(who.id), {
      ...who.headers,
      'Idempotency-Key': crypto.randomUUID(),
    });
    expectStatus(answer, 200);
  });
  rows.push({
    name: `${kind}: refund with 2 x 1 MB, CPU`,
    figure: files.cpu,
    unit: 'ms',
    goal: 100,
    beside: loopOf(files),
  });
  rows.push(...(await signInsBeside(kind, running)));
  rows.push({ name: `${kind}: memory after all this`, figure: await megabytes(running.pid), unit: 'MB' });
  await running.stop();
  const query = cluster
    ? await bareQueryOn(cluster.url, policy)
    : await bareQueryIn(join(settings.AMPARO_DATA ?? '', 'base'), policy);
  rows.push({
    name: `${kind}: whole 10,000 payments, CPU to the bare query`,
    figure: payments / query,
    goal: 3,
    beside: `query ${query.toFixed(1)} ms`,
  });
  return rows;
}

const loopOf = ({ p99, worst }: Pick<Cost, 'p99' | 'worst'>) =>
  `loop p99 ${p99.toFixed(1)}, worst ${worst.toFixed(0)} ms`;

interface Answer {
  status: number;
  etag: string;
  bytes: number;
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return read(await fetch(url, { headers }));
}

async function post(url: string, body: FormData, headers: Record<string, string>): Promise<Answer> {
  return read(await fetch(url, { method: 'POST', headers, body }));
}

async function read(answer: Response): Promise<Answer> {
  const { byteLength } = await answer.arrayBuffer();
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    bytes: Number(answer.headers.get('content-length') ?? byteLength),
  };
}

/** Asks for a list as the app does: compressed, and with the versions of its groups. */
function list(url: string, name: List, who: Caller, policy: string, etag: string): Promise<Answer> {
  const queries = {
    payments: { policyId: policy },
    documents: { policyId: policy },
    refunds: { idUsuario: who.id, poliza: policy },
    tickets: { idUsuario: who.id },
  };
  const headers = {
    ...who.headers,
    'Accept-Encoding': 'br',
    'A-IM': 'amparo-groups',
    ...(etag && { 'If-None-Match': etag }),
  };
  return get(`${url}${pathOf(name)}?${new URLSearchParams(queries[name] as Record<string, string>)}`, headers);
}

function expectStatus({ status }: Answer, wanted: number) {
  if (status !== wanted) throw new Error(`expected ${wanted}, got ${status}`);
}

const papers = {
  documentoHistoriaClinica: pdf('h.pdf', MEGABYTE_BYTES),
  documentoFactura: pdf('f.pdf', MEGABYTE_BYTES),
};

function refundForm(id: string): FormData {
  const form = new FormData();
  const fields = { ...refundFields({ id }, '560001'), paciente: 'VALVERDE ARAYA, CARLOS ALBERTO' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, file] of Object.entries(papers)) form.append(name, file);
  return form;
}

/** What an unlock costs the server by the renewal token (D76), and what it costs as a sign-in. */
async function unlocks(kind: string, running: Measured): Promise<Row[]> {
  const ask = async (name: 'login' | 'renewSession', body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(running.url + pathOf(name), { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
    return ((await answer.json()) as AnswerOf<'renewSession'>).usuario.renovacion ?? '';
  };
  const enter = () => ask('login', { email: 'costarica@demo.test', password: 'Amparo2026' });
  let renovacion = await enter();
  // With those that warm up fewer than one sign-in may make in an hour.
  const unlock = await costOf(running, 20, async () => {
    renovacion = await ask('renewSession', { renovacion });
  });
  const signIn = await costOf(running, 6, async () => void (await enter()));
  return [
    {
      name: `${kind}: an unlock by the renewal token, CPU`,
      figure: unlock.cpu,
      unit: 'ms',
      goal: 10,
      beside: `a sign-in ${signIn.cpu.toFixed(0)} ms`,
    },
  ];
}

/** Measures the page during 150 simultaneous sign-ins to unknown accounts, which cost as much as real ones. */
async function signInsBeside(kind: string, running: Measured): Promise<Row[]> {
  const page = async () => {
    const from = performance.now();
    expectStatus(await get(running.url), 200);
    return performance.now() - from;
  };
  const alone: number[] = [];
  for (let times = 0; times < 100; times += 1) alone.push(await page());
  await running.spent();
  let under = true;
  let longest = 0;
  const began = performance.now();
  const attempts = Array.from({ length: 150 }, (_, at) =>
    fetch(running.url + pathOf('login'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `nadie${at}@demo.test`, password: 'Amparo2026' }),
    }).then(async (answer) => {
      await answer.arrayBuffer();
      longest = Math.max(longest, performance.now() - began);
      return answer.status;
    }),
  );
  const all = Promise.all(attempts).finally(() => {
    under = false;
  });
  const beside: number[] = [];
  while (under) beside.push(await page());
  const statuses = await all;
  const spent = await running.spent();
  const [derived, refused] = [401, 503].map((wanted) => statuses.filter((status) => status === wanted).length);
  return [
    {
      name: `${kind}: the page while 150 sign in, to the page alone (median)`,
      figure: median(beside) / median(alone),
      goal: 3,
      beside: `${derived} derived, ${refused} told to come again; ${beside.length} pages, worst ${Math.max(...beside).toFixed(0)} ms; ${loopOf(spent)}`,
    },
    {
      name: `${kind}: the last of 150 sign-ins at once is served or sent away`,
      figure: longest / 1000,
      unit: 's',
      goal: 7,
      beside: 'the line takes who is served in 5 s',
    },
  ];
}

/** Milliseconds of this process's CPU for one query. */
async function cpuOf(query: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 5; warm += 1) await query();
  const from = process.cpuUsage();
  for (let times = 0; times < 12; times += 1) await query();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / 12;
}

const PAYMENTS = 'select * from demo.demo_payments where policy_id = $1';

async function bareQueryIn(folder: string, policy: string): Promise<number> {
  const db = await PGlite.create({ dataDir: folder });
  const cpu = await cpuOf(() => db.query(PAYMENTS, [policy]));
  await db.close();
  return cpu;
}

async function bareQueryOn(url: string, policy: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const cpu = await cpuOf(() => client.query(PAYMENTS, [policy]));
  await client.end();
  return cpu;
}

/** Resident memory of the process in megabytes (proc(5), status, VmRSS in kB). */
async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
