import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/age.ts';
import { RECOVERY_LIFE_MS } from '#server/accounts/recovery.ts';
import { CLOSE_WITHIN_MS } from '#server/end.ts';
import { listen, STOP_WITHIN_MS } from '#server/listen.ts';
import { badSettings, demandAddress, readSettings } from '#server/settings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

/** The settings of amparo.env, as systemd reads them: a value in quotation marks without these. */
const settings = Object.fromEntries(
  read('server/deploy/amparo.env')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replace(/^"(.*)"$/, '$1')]),
);

describe('the files an operator begins with', () => {
  test('the settings of the service all exist and make sense, and the port is open to this machine alone', () => {
    const known = [...read('server/settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+): v\./gm)].map(([, name]) => name);
    for (const name of Object.keys(settings)) expect([...known, 'NODE_ENV'], name).toContain(name);
    expect(badSettings(settings)).toEqual([]);
    const taken = readSettings(settings);
    expect(() => demandAddress(taken)).not.toThrow();
    expect([taken.demo, taken.listen, taken.proxies]).toEqual([false, '127.0.0.1', 1]);
  });

  test('the doctor of the first steps has what the service will have, and comes behind the proxy, whose certificate it asks for', () => {
    const [steps = ''] = /^## From nothing\n[\s\S]*?(?=^## )/m.exec(read('docs/operations.md')) ?? [];
    const [doctor = ''] = /systemd-run [\s\S]*?doctor\.js/.exec(steps) ?? [];
    const unit = read('server/deploy/amparo.service');
    const properties = unit.match(/^(?:StateDirectory|StateDirectoryMode|EnvironmentFile)=.*$/gm) ?? [];
    expect(properties).toHaveLength(3);
    for (const property of properties) expect(doctor).toContain(`--property ${property} `);
    expect(doctor).toContain(`--uid ${/^User=(.*)$/m.exec(unit)?.[1]} `);
    expect(doctor).toContain(`--working-directory ${/^WorkingDirectory=(.*)$/m.exec(unit)?.[1]} `);
    const proxy = steps.indexOf('systemctl reload nginx');
    expect(proxy).toBeGreaterThan(0);
    expect(proxy).toBeLessThan(steps.indexOf('systemd-run'));
  });

  test('[S9] the document says how long an address that a proxy might log sets a password', () => {
    expect(RECOVERY_LIFE_MS).toBe(2 * HOUR_MS);
    expect(read('docs/operations.md')).toContain('`/restablecer/…` is a token that sets a password for two hours');
  });

  test('[F63] the server keeps an idle connection longer than the proxies, which would send a request into its end', async () => {
    const listening = await listen(0);
    const { headers } = await fetch(`http://127.0.0.1:${listening.port}/health`);
    await listening.stop();
    const kept = seconds(headers.get('keep-alive') ?? '', /^timeout=(\d+)$/);
    const proxies = [
      seconds(read('server/deploy/nginx.conf'), /^ {2}keepalive_timeout (\d+)s;$/m),
      seconds(read('server/deploy/Caddyfile'), /^\t{3}keepalive (\d+)s$/m),
    ];
    for (const theirs of proxies) expect(theirs).toBeLessThan(kept);
    expect(read('docs/operations.md')).toContain(`An idle connection is kept for ${kept} seconds`);
  });

  test('a service and a container get longer to end than the server takes', () => {
    const [longest, calls, inHand] = [60, STOP_WITHIN_MS / 1000, CLOSE_WITHIN_MS / 1000];
    expect(readSettings({ ...settings, AMPARO_DRAIN: `${longest}` }).drain).toBe(longest * 1000);
    expect(badSettings({ ...settings, AMPARO_DRAIN: `${longest + 1}` })).not.toEqual([]);
    const given = [
      seconds(read('server/deploy/amparo.service'), /^TimeoutStopSec=(\d+)$/m),
      seconds(read('compose.yaml'), /stop_grace_period: (\d+)s/),
      seconds(read('server/deploy/cluster/compose.yaml'), /stop_grace_period: (\d+)s/),
    ];
    for (const time of given) expect(time).toBeGreaterThan(longest + calls + inHand);
  });

  test('[F62] an image has its build below .builds, so that it may serve those beside it, and dist leads there', () => {
    const image = read('Containerfile');
    expect(image).toMatch(/^RUN npm run build .* && mkdir served && mv \.builds dist served$/m);
    // What lies within a copied folder is copied as it is: a link stays one.
    expect(image).toMatch(/^COPY --from=build \/amparo\/served \.\/$/m);
  });

  test('a container has limits of memory and processes, and its base is an argument of the build', () => {
    expect(read('compose.yaml')).toMatch(/^ {4}mem_limit: 2g$/m);
    expect(read('compose.yaml')).toMatch(/^ {4}pids_limit: \d+$/m);
    const image = read('Containerfile');
    expect(image.match(/^FROM .*$/gm)).toEqual(['AS build', ''].map((stage) => `FROM \${NODE_IMAGE} ${stage}`.trim()));
    const [, usual] = /^ARG NODE_IMAGE=(.+)$/m.exec(image) ?? [];
    expect(read('compose.yaml')).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${usual}}`);
    expect(JSON.parse(read('package.json')).engines.node).toContain(/node:(\d+)/.exec(usual ?? '')?.[1]);
  });
});
