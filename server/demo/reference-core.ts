import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Result } from '#contract/result.ts';
import { type CoreCallName, coreCalls, type SaidBy, type ToldTo } from '../core/contract.ts';
import type { Core, StoredFile } from '../core/port.ts';

type Answers = {
  [N in CoreCallName]: (
    told: ToldTo<N>,
  ) => Promise<Result<(typeof coreCalls)[N]['answer'] extends 'file' ? StoredFile | null : SaidBy<N> | null>>;
};

/**
 * An administration that speaks the contract over HTTP, with the demo's books behind it: what an insurer's own would look like,
 * and what the server is tried against. Parts of its answers are made as the contract says, never from its schemas.
 *
 * @param secret what AMPARO_CORE_SECRET is set to
 * @param origin where its payment pages lie
 */
export function referenceCore(core: Core, secret: string, origin: string): Hono {
  const answers: Answers = {
    claim: ({ person }) => core.claim(person),
    policiesOf: async ({ person }) => under('policies', await core.policiesOf(person)),
    versionOfPolicies: async ({ person }) => version(await core.versionOfPolicies(person)),
    findPolicy: async ({ person, reference }) => under('policy', await core.findPolicy(person, reference)),
    synchronize: async ({ person }) => {
      const done = await core.synchronize(person);
      return done.ok ? { ok: true, value: { done: true } } : done;
    },
    pendingBills: async ({ policyId }) => under('bills', await core.pendingBills(policyId)),
    payments: async ({ policyId }) => under('years', await core.payments(policyId)),
    versionOfPayments: async ({ policyId }) => version(await core.versionOf('payments', policyId)),
    documents: async ({ policyId }) => under('documents', await core.documents(policyId)),
    versionOfDocuments: async ({ policyId }) => version(await core.versionOf('documents', policyId)),
    readDocument: ({ policyId, documentId }) => core.readDocument(policyId, documentId),
    beneficiaries: async ({ policyId }) => under('beneficiaries', await core.beneficiaries(policyId)),
    insuredPersons: async ({ policyId }) => under('persons', await core.insuredPersons(policyId)),
    paymentAddress: async ({ order }) => {
      const address = await core.paymentAddress(order);
      return under('address', address.ok && address.value ? { ok: true, value: origin + address.value } : address);
    },
  };

  const app = new Hono();
  for (const [name, row] of Object.entries(coreCalls) as [CoreCallName, (typeof coreCalls)[CoreCallName]][]) {
    app.on(row.method, row.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      if (!isSame(c.req.header('authorization') ?? '', `Bearer ${secret}`))
        return c.json({ error: 'who are you' }, 401);
      const body = row.method === 'POST' ? await c.req.json().catch(() => null) : {};
      const told = v.safeParse(row.in, { ...body, ...c.req.param() });
      if (!told.success) return c.json({ error: 'not as the contract says' }, 400);
      // The table's rows and the answers are tied by the type above; here the row is known at run time only.
      const said = await (answers[name] as (told: unknown) => Promise<Result<unknown>>)(told.output);
      if (!said.ok) return c.json({ error: 'not now' }, 503);
      if (row.answer === 'file') return said.value ? fileOf(said.value as StoredFile) : c.json({ error: 'none' }, 404);
      return said.value === null ? c.json({ error: 'not offered' }, 501) : c.json(said.value);
    });
  }
  return app;
}

const under = <M extends string, T>(member: M, said: Result<T>) =>
  said.ok ? { ok: true as const, value: { [member]: said.value } as Record<M, T> } : said;

const version = (said: Result<string | null>): Result<{ version: string } | null> =>
  said.ok ? { ok: true, value: said.value === null ? null : { version: said.value } } : said;

function fileOf({ name, type, bytes }: StoredFile): Response {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': type, 'Content-Disposition': disposition },
  });
}

/** In the same time whatever is given. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
