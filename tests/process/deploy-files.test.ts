import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingHttpHeaders, request as plainly } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptRules } from '#server/accounts/attempts.ts';
import { ended, freePort } from '#tests/journeys/harness/server.ts';
import { type Program, pause, ready, root, server, start, stopped } from './program.ts';

const HOST = 'portal.example.com';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'amparo-proxies-'));
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
let program: Program;
let port: number;

/** A proxy with the file of server/deploy, its ports, server and certificate replaced by those of this machine. */
interface Proxy {
  name: string;
  program: string;
  begin(ports: { tls: number; plain: number }): ChildProcess;
}

const nginx: Proxy = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  begin({ tls, plain }) {
    const ours = read('server/deploy/nginx.conf')
      .replace(/^ *listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replaceAll('/var/log/nginx/', `${folder}/nginx-`)
      .replace('127.0.0.1:4173', `127.0.0.1:${port}`);
    const file = join(folder, 'nginx.conf');
    // As Debian's nginx.conf, which includes the file.
    const head = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${folder}/nginx-debian.log; events {}`;
    writeFileSync(file, `${head}\nhttp {\naccess_log ${folder}/nginx-access.log;\n${ours}}\n`);
    execFileSync(this.program, ['-t', '-q', '-c', file], { stdio: 'ignore' });
    return spawn(this.program, ['-c', file], { stdio: 'ignore' });
  },
};

const caddy: Proxy = {
  name: 'Caddy',
  program: '/usr/bin/caddy',
  begin({ tls, plain }) {
    const ours = read('server/deploy/Caddyfile')
      .replace(/^\{\n/m, `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}\n`)
      .replace(`${HOST} {`, `${HOST}:${tls} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`)
      .replace('127.0.0.1:4173', `127.0.0.1:${port}`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, ours);
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const config = ['--adapter', 'caddyfile', '--config', file];
    execFileSync(this.program, ['validate', ...config], { env, stdio: 'ignore' });
    const log = openSync(join(folder, 'Caddy-journal.log'), 'a');
    return spawn(this.program, ['run', ...config], { env, stdio: ['ignore', log, log] });
  },
};

beforeAll(async () => {
  const build = "import('./server/build.mjs').then((made) => process.exit(made.buildIfStale() ? 0 : 1))";
  execFileSync(process.execPath, ['-e', build], { cwd: root });
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const where = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...made, ...where], { stdio: 'ignore' });
  port = await freePort();
  mkdirSync(join(folder, 'data'));
  program = await begin();
}, 240_000);

async function begin(): Promise<Program> {
  const settings = { PORT: String(port), AMPARO_DATA: join(folder, 'data'), AMPARO_LISTEN: '127.0.0.1' };
  const begun = start(server, { ...settings, AMPARO_TRUST_PROXY: '1', AMPARO_ADDRESS: `https://${HOST}` });
  await ready(`http://127.0.0.1:${port}`, begun);
  return begun;
}
afterAll(async () => {
  await stopped(program);
  rmSync(folder, { recursive: true, force: true });
});

describe.each([nginx, caddy].filter((one) => existsSync(one.program)))(
  '$name with the file of server/deploy',
  (proxy) => {
    let running: ChildProcess;
    let ports: { tls: number; plain: number };
    beforeAll(async () => {
      ports = { tls: await freePort(), plain: await freePort() };
      running = proxy.begin(ports);
      const up = () =>
        call('/ready').then(
          ({ status }) => status === 200,
          () => false,
        );
      for (const until = Date.now() + 20_000; !(await up()); await pause(100))
        if (Date.now() > until) throw new Error(`${proxy.name} does not start`);
    }, 60_000);
    afterAll(() => ended(running, 'SIGTERM'));

    interface Answer {
      status: number;
      headers: IncomingHttpHeaders;
      text: string;
    }

    /** One call over TLS, as from that address of this machine. */
    function call(path: string, { headers = {}, body = Buffer.alloc(0), from = '127.0.0.1' } = {}): Promise<Answer> {
      const method = body.length > 0 ? 'POST' : 'GET';
      const sent = { Host: HOST, 'Content-Length': String(body.length), ...headers };
      const to = {
        host: '127.0.0.1',
        port: ports.tls,
        servername: HOST,
        localAddress: from,
        rejectUnauthorized: false,
      };
      return new Promise((resolve, reject) => {
        const asking = request({ ...to, path, method, headers: sent }, (answer) => {
          let text = '';
          answer.on('data', (chunk) => (text += chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        });
        // A server that refuses a body by its headers may close before all of it was taken.
        asking.on('error', reject);
        asking.end(body);
      });
    }

    const json = { 'Content-Type': 'application/json' };
    const bodyOf = (fields: unknown) => Buffer.from(JSON.stringify(fields));

    test('[S36] passes the app and the backend on over TLS, and names each request itself', async () => {
      const page = await call('/', { headers: { Accept: 'text/html' } });
      expect([page.status, page.text.includes('<title>Amparo')]).toEqual([200, true]);
      expect(page.headers['strict-transport-security']).toContain('max-age=');
      const mine = { 'X-Request-Id': 'written-by-the-caller' };
      const signedIn = await call('/api/usuarios/login', {
        headers: { ...json, ...mine },
        body: bodyOf({ email: 'costarica@demo.test', password: 'Amparo2026' }),
      });
      expect([signedIn.status, signedIn.headers['x-request-id']]).toEqual([
        200,
        expect.stringMatching(/^[\da-f-]{32,36}$/),
      ]);
      expect(JSON.parse(signedIn.text).usuario.nif).toBe('112340567');
    }, 30_000);

    test('[S36] tells the server who calls, whatever the caller says of it', async () => {
      const path = '/api/usuarios/getUserByEmail?email=nadie@correo.test';
      const asked = async (from: string, forged: string) =>
        (await call(path, { headers: { 'X-Forwarded-For': forged }, from })).status;
      const [one, other] = proxy === nginx ? ['127.0.5.1', '127.0.5.2'] : ['127.0.6.1', '127.0.6.2'];
      const free = attemptRules.lookupPerAddress.free;
      const answers = new Set<number>();
      // A slow machine is given some back meanwhile.
      for (let times = 0; times < 2 * free && !answers.has(429); times += 1)
        answers.add(await asked(one, `198.51.100.${times % 250}`));
      expect([answers.has(429), await asked(other, one)]).toEqual([true, 200]);
    }, 120_000);

    test('takes what the server takes, and lets the server say that a body is too large', async () => {
      const multipart = (bytes: number) => {
        const head = '--x\r\nContent-Disposition: form-data; name="documento"; filename="a.pdf"\r\n\r\n%PDF-1.4\n';
        return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x'), Buffer.from('\r\n--x--\r\n')]);
      };
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
      const taken = await call('/api/usuarios/create', { headers, body: multipart(15_000_000) });
      expect([taken.status, JSON.parse(taken.text).code]).toEqual([400, 'invalid']);
      const large = await call('/api/usuarios/login', { headers: json, body: bodyOf('x'.repeat(300_000)) });
      expect([large.status, JSON.parse(large.text).code]).toEqual([413, 'too-large']);
      const tooLarge = await call('/api/usuarios/create', { headers, body: multipart(21_200_000) });
      expect([tooLarge.status, tooLarge.text]).toEqual([413, expect.stringMatching(/^\{.*too-large/)]);
      const larger = await call('/api/usuarios/create', { headers, body: multipart(23_000_000) }).catch(() => null);
      expect(larger?.status ?? 413).toBe(413);
    }, 60_000);

    test('takes a body that a phone sends in small parts', async () => {
      const body = bodyOf({ email: 'nadie@correo.test', password: 'Equivocada1' });
      const to = { host: '127.0.0.1', port: ports.tls, servername: HOST, rejectUnauthorized: false };
      const headers = { Host: HOST, ...json, 'Content-Length': String(body.length) };
      const status = await new Promise<number>((resolve, reject) => {
        const asking = request({ ...to, path: '/api/usuarios/login', method: 'POST', headers }, (answer) => {
          resolve(answer.resume().statusCode ?? 0);
        });
        asking.on('error', reject);
        asking.write(body.subarray(0, 10));
        setTimeout(() => asking.end(body.subarray(10)), 3_000);
      });
      expect(status).toBe(401);
    }, 30_000);

    test('[S9] writes no address into a log, which may hold a recovery token, an email or a number', async () => {
      const path = `/restablecer/${'k'.repeat(43)}?email=privada@correo.test`;
      const answered = await call(path);
      expect(answered.status).toBe(410);
      await call(path, { headers: { Referer: `https://${HOST}${path}` }, body: Buffer.alloc(23_000_000) }).catch(
        () => null,
      );
      const plain = { host: '127.0.0.1', port: ports.plain, path, headers: { Host: HOST } };
      await new Promise((done, failed) =>
        plainly(plain, (answer) => done(answer.resume()))
          .on('error', failed)
          .end(),
      );
      await stopped(program);
      expect((await call(path)).status).toBe(502);
      program = await begin();
      await expect.poll(async () => (await call('/ready')).status, { timeout: 20_000 }).toBe(200);
      const logs = readdirSync(folder).filter((file) => file.startsWith(proxy.name) && file.endsWith('.log'));
      const text = logs.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
      expect(text).not.toMatch(/k{43}|privada/);
      // What an operator needs to find a request again.
      if (proxy === nginx) expect(text).toContain(` 410 `);
      if (proxy === nginx) expect(text).toContain(String(answered.headers['x-request-id']));
      else expect(text).toContain('"http.log.error"');
    }, 120_000);

    test('[F63] [F32] asks a server that is not ready too: it says by itself what there is to read, until it ends', async () => {
      program.child.kill('SIGTERM');
      await expect.poll(async () => (await call('/ready')).status).toBe(503);
      // A proxy that looks at it every two seconds has looked by then.
      await pause(3_000);
      expect((await call('/')).status).toBe(200);
      await program.end;
      program = await begin();
    }, 120_000);

    test('sends whoever comes without TLS to the same address with it', async () => {
      const headers = { Host: HOST };
      const { status, to } = await new Promise<{ status: number; to: string }>((resolve, reject) => {
        plainly({ host: '127.0.0.1', port: ports.plain, path: '/registro?x=1', headers }, (answer) => {
          resolve({ status: answer.resume().statusCode ?? 0, to: answer.headers.location ?? '' });
        })
          .on('error', reject)
          .end();
      });
      expect([status, to]).toEqual([
        308,
        expect.stringMatching(/^https:\/\/portal\.example\.com(:\d+)?\/registro\?x=1$/),
      ]);
    });
  },
);
