import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { openDatabase } from '#server/database/open.ts';
import { customers, pushSubscriptions } from '#server/database/schema.ts';
import { deviceKeys } from '../push-service.ts';
import { send } from '../server/requests.ts';
import { createTestApp, type SignedIn, type TestApp } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';

const PASSWORD = 'Amparo2026';
const emails = ['ecuador@demo.test', 'costarica@demo.test'];

/** The database in memory runs transactions one after the other. Only a real PostgreSQL runs two at the same time. */
describe.skipIf(!postgresBin)('simultaneous changes of personal information, on a real PostgreSQL', () => {
  let cluster: Cluster;
  let server: TestApp;
  let now = Date.parse('2026-11-21T15:00:00Z');

  beforeAll(async () => {
    cluster = await createCluster();
    const database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    server = await createTestApp({ database, clock: () => new Date(now), seed: emails });
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await cluster?.remove();
  });

  const put = (who: SignedIn, fields: object) =>
    send(server.app, 'updatePersonalInformation', { fields: { id: who.id, ...fields } }, who.headers);

  test('[H2.67] two devices that save different fields both keep their change, every time', async () => {
    const devices = [await server.signIn('ecuador@demo.test'), await server.signIn('ecuador@demo.test')] as const;
    for (let times = 0; times < 25; times += 1) {
      const [one, other] = [{ numeroDomicilio: `${times}-B` }, { referencia: `Junto al parque ${times}` }];
      const answers = await Promise.all([put(devices[0], one), put(devices[1], other)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const read = await send(server.app, 'personalInformation', { fields: { id: devices[0].id } }, devices[0].headers);
      expect(read.body).toMatchObject({ ...one, ...other });
    }
  });

  test('two customers who subscribe one browser to push at the same instant are both taken, and one of them is told there', async () => {
    const devices = [await server.signIn('ecuador@demo.test'), await server.signIn('costarica@demo.test')];
    for (let times = 0; times < 25; times += 1) {
      const endpoint = `https://push.example.com/${times}`;
      const answers = await Promise.all(
        devices.map(({ id, headers }) =>
          send(server.app, 'subscribePush', { fields: { idUsuario: id, endpoint, ...deviceKeys().keys } }, headers),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await server.db.$count(pushSubscriptions, eq(pushSubscriptions.endpoint, endpoint))).toBe(1);
    }
  });

  test('[H2.67] an email that two accounts take goes to one of them; the other is told that it is taken', async () => {
    for (let times = 0; times < 6; times += 1) {
      // Each round plays on another day, since the number of mails per day is limited.
      now += DAY_MS;
      const email = `la-misma-${times}@demo.test`;
      const waiting: { who: SignedIn; codigo: string }[] = [];
      for (const current of emails) {
        const who = await server.signIn(current);
        expect((await put(who, { email, password: PASSWORD })).status).toBe(200);
        const text = server.mails.findLast(({ to }) => to === email)?.text ?? '';
        waiting.push({ who, codigo: /\b\d{6}\b/.exec(text)?.[0] ?? '' });
      }
      const answers = await Promise.all(waiting.map(({ who, codigo }) => put(who, { codigo })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'taken',
        fields: { email: 'El correo electrónico ya está registrado' },
      });
      const taker = answers[0]?.status === 200 ? emails[0] : emails[1];
      await server.db
        .update(customers)
        .set({ email: taker ?? '' })
        .where(eq(customers.email, email));
    }
  });
});
