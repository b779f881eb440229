// @module-tag depth
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Policy } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import { isInvoiceXml } from '#invoices/read-invoice.ts';
import { costaRicaXml } from '../invoices/papers.ts';
import { pdf, refundFields, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const apps: TestApp[] = [];
const people = new Map<boolean, { server: TestApp; maria: SignedIn }>();
beforeAll(async () => {
  for (const refundXml of [true, false]) {
    const server = await createTestApp({ seed: ['costarica@demo.test'], refundXml });
    apps.push(server);
    people.set(refundXml, { server, maria: await server.signIn('costarica@demo.test') });
  }
}, 60_000);
afterAll(() => Promise.all(apps.map((app) => app.close())));

const xml = (text: string) => new File([text], 'factura.xml', { type: 'text/xml' });
const invoice = costaRicaXml();
const inside = (text: string) => invoice.replace(/(<FacturaElectronica[^>]*>)/, `$1${text}`);

function at(takesXml: boolean) {
  const found = people.get(takesXml);
  if (!found) throw new Error('not started');
  const { server, maria } = found;
  return {
    server,
    maria,
    ask: (files: Record<string, File>) =>
      send(
        server.app,
        'createRefund',
        { fields: refundFields(maria, '520021'), files },
        { ...maria.headers, 'Idempotency-Key': crypto.randomUUID() },
      ),
    async policy() {
      const fields = { cedula: maria.nif, idUsuario: maria.id };
      const { body } = await send(server.app, 'policies', { fields }, maria.headers);
      return (body as unknown as Policy[]).find(({ Policy }) => Policy === '520021');
    },
  };
}

test('an XML is taken as the invoice where the setting says so, and handed out as a download only', async () => {
  const { ask, policy, server, maria } = at(true);
  expect((await policy())?.RefundTakesXml).toBe(true);
  const { status, body } = await ask({ documentoHistoriaClinica: pdf(), documentoFactura: xml(invoice) });
  expect(status).toBe(200);
  const { id, documentos } = body.reembolso as Refund;
  const paper = documentos.find(({ tipo }) => tipo === 'Factura');
  expect(paper?.filename).toBe('factura.xml');
  const fields = { idUsuario: maria.id, idReembolso: id, idDocumento: paper?.idDocumento ?? '' };
  const { body: address } = await send(server.app, 'downloadRefundDocument', { fields }, maria.headers);
  const file = await server.app.fetch(new Request(ORIGIN + String(address.url)));
  expect(file.headers.get('content-type')).toBe('text/xml');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await file.text()).toBe(invoice);
});

test('elsewhere it is refused as before, and no policy says otherwise', async () => {
  const { ask, policy } = at(false);
  expect(await policy()).not.toHaveProperty('RefundTakesXml');
  const { status, body } = await ask({ documentoHistoriaClinica: pdf(), documentoFactura: xml(invoice) });
  expect([status, body.fields]).toEqual([415, { documentoFactura: 'Solo se permiten imágenes o archivos PDF' }]);
});

test('no other paper may be XML', async () => {
  const { status } = await at(true).ask({ documentoHistoriaClinica: xml(invoice), documentoFactura: pdf() });
  expect(status).toBe(415);
});

test.each([
  ['no invoice', '<nota>1</nota>'],
  ['with entities of its own', `<!DOCTYPE a [<!ENTITY b "c">]>${invoice.replace(/^<\?xml[^>]*\?>/, '')}`],
  ['with a script', inside('<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>')],
  ['with a script whose namespace is written otherwise', inside('<s xmlns="http&#58;//www.w3.org/1999/xht&#109;l"/>')],
  ['with a drawing', inside('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['with a style sheet', invoice.replace(/^(<\?xml[^>]*\?>)?/, '$1<?xml-stylesheet href="https://x.test/a.xsl"?>')],
  ['of 3 MB', inside(`<!--${'x'.repeat(3 * 1024 * 1024)}-->`)],
])('an XML %s is refused', async (_, text) => {
  expect(isInvoiceXml(new TextEncoder().encode(invoice)), 'the invoice itself').toBe(true);
  expect(text).not.toBe(invoice);
  const { status } = await at(true).ask({ documentoHistoriaClinica: pdf(), documentoFactura: xml(text) });
  expect(status).toBe(415);
});
