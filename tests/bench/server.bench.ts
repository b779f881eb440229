import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, freePort, launch } from '../journeys/harness/server.ts';
import { median, type Row } from './harness/measure.ts';

const PASSWORD = 'Amparo2026';

/** Start and memory of the embedded server, and what its largest customer costs. */
export default async function server(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  try {
    const first = await started(folder);
    await ended(first.child, 'SIGTERM');
    const again = await started(folder);
    const idle = await megabytes(again.child.pid);
    const session = await signIn(again.url, 'grande@demo.test');
    const [whole, unchanged] = await paymentTimes(again.url, session);
    const served = await megabytes(again.child.pid);
    await ended(again.child, 'SIGTERM');
    return [
      { name: 'first start with all demo customers', figure: first.seconds, unit: 's' },
      { name: 'start on an existing folder', figure: again.seconds, unit: 's' },
      { name: 'memory after start', figure: idle, unit: 'MB' },
      { name: 'memory after serving 10,000 payments ten times', figure: served, unit: 'MB' },
      { name: '10,000 payments', figure: whole, unit: 'ms' },
      { name: '10,000 payments, unchanged (304) against whole', figure: unchanged / whole, goal: 1 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function started(folder: string) {
  const port = await freePort();
  const from = performance.now();
  const child = await launch(port, folder);
  return { child, url: `http://127.0.0.1:${port}`, seconds: (performance.now() - from) / 1000 };
}

/** Resident memory of the process (proc(5), status, VmRSS in kB). */
async function megabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function signIn(url: string, email: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/usuarios/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { usuario, polizas } = await answer.json();
  return { token: usuario.token as string, policy: polizas[0].Policy as string };
}

async function paymentTimes(url: string, { token, policy }: { token: string; policy: string }) {
  const ask = async (etag?: string) => {
    const from = performance.now();
    const answer = await fetch(`${url}/api/integraciones/getInternetPayments?policyId=${encodeURIComponent(policy)}`, {
      headers: { 'Amparo-Internal-Token': token, ...(etag && { 'if-none-match': etag }) },
    });
    await answer.arrayBuffer();
    return { time: performance.now() - from, etag: answer.headers.get('etag') ?? '', status: answer.status };
  };
  const { etag } = await ask();
  const whole: number[] = [];
  const unchanged: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    whole.push((await ask()).time);
    const repeated = await ask(etag);
    if (repeated.status !== 304) throw new Error(`expected 304, got ${repeated.status}`);
    unchanged.push(repeated.time);
  }
  return [median(whole), median(unchanged)] as const;
}
