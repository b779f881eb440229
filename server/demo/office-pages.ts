import { Hono } from 'hono';
import * as v from 'valibot';
import { shortDate, today } from '#rules/dates.ts';
import { allOf, dotted } from '#rules/joined.ts';
import { localeOf, namedMoney } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { refundTitle } from '#rules/refund-form.ts';
import { zoneFor } from '#rules/time-zones.ts';
import type { customers } from '../database/schema.ts';
import { isStorable, storable } from '../database/storable.ts';
import { readBody } from '../http/body.ts';
import { escaped, pageOf } from '../http/page.ts';
import { problemAnswer } from '../http/problems.ts';
import { report } from '../insurer/reports.ts';
import { type Reporting, takeReport } from '../insurer/take-report.ts';
import {
  answerTicket,
  customerOf,
  type Desk,
  type Done,
  issueBill,
  moveRefund,
  publishDocument,
  type RefundState,
  readDesk,
  refundStates,
} from './office.ts';

const PATH = '/demo/oficina';

const form = v.variant('accion', [
  v.object({
    accion: v.literal('reembolso'),
    cliente: storable,
    id: storable,
    estado: v.pipe(
      v.picklist(['2', '5', '6', '7']),
      v.transform((text) => Number(text) as RefundState),
    ),
  }),
  v.object({
    accion: v.literal('consulta'),
    cliente: storable,
    id: storable,
    respuesta: v.pipe(storable, v.trim(), v.nonEmpty(), v.maxLength(1000)),
  }),
  v.object({ accion: v.literal('factura'), cliente: storable, poliza: storable }),
  v.object({ accion: v.literal('documento'), cliente: storable, poliza: storable }),
]);
type Form = v.InferOutput<typeof form>;

/**
 * `/demo/oficina`: the demo insurer's desk, where a person who tries the demo acts as the insurer. What they do is reported the
 * way that an insurer's systems report, only without a signature. It is loaded only with the demo. Every route refuses writes from other sites (S10).
 */
export function officePages(world: Reporting): Hono {
  const { db, clock } = world;
  return new Hono()
    .get(PATH, async (c) => deskPage(await readDesk(db, askedFor(c.req.query('cliente'))), c.req.query('hecho') ?? ''))
    .post(PATH, async (c) => {
      const body = await readBody(c.req.raw, { most: 16 * 1024 });
      if (!body.ok) return problemAnswer(body.problem);
      const fields = Object.fromEntries(new URLSearchParams(body.value.toString('utf8')));
      const parsed = v.safeParse(form, fields);
      const customer = parsed.success ? await customerOf(db, parsed.output.cliente) : null;
      if (!parsed.success || !customer) return problemAnswer({ code: 'invalid', status: 400 });
      const now = clock();
      const done = await carryOut(world, customer, parsed.output, now);
      if (!done) return problemAnswer({ code: 'not-found' });
      const text = JSON.stringify({ ...done.report, timestamp: now.toISOString() });
      const taken = await takeReport(world, world.uuid(), Buffer.from(text), v.parse(report, JSON.parse(text)));
      if (!taken.ok) return problemAnswer(taken.problem);
      // Somebody else did something to it at once.
      if (taken.value === 'superado') return problemAnswer({ code: 'taken', text: 'Alguien más lo cambió a la vez' });
      // See Other: going back or reloading does nothing twice.
      return c.redirect(`${PATH}?${new URLSearchParams({ cliente: customer.email, hecho: done.text })}`, 303);
    });
}

/** No customer has a name that cannot be stored. */
const askedFor = (name: string | undefined): string | null => (name !== undefined && isStorable(name) ? name : null);

function carryOut(
  { db, uuid }: Reporting,
  customer: typeof customers.$inferSelect,
  wanted: Form,
  now: Date,
): Promise<Done> {
  switch (wanted.accion) {
    case 'reembolso':
      return moveRefund(db, customer, wanted.id, wanted.estado, now);
    case 'consulta':
      return answerTicket(db, customer, wanted.id, wanted.respuesta);
    case 'factura':
      return issueBill(db, customer, wanted.poliza);
    case 'documento':
      return publishDocument(db, customer, wanted.poliza, { now, id: uuid() });
  }
}

function deskPage({ emails, customer, ...desk }: Desk, done: string): Response {
  const people = emails.map(
    (email) =>
      `<a href="${PATH}?${escaped(new URLSearchParams({ cliente: email }).toString())}"${
        email === customer?.email ? ' aria-current="true"' : ''
      }>${escaped(email)}</a>`,
  );
  const content = `<p>Demostración: aquí eres la aseguradora. Lo que hagas lo ve el cliente en su app, y le llega un aviso si los activó.</p>
${done ? `<p class="done" role="status">${escaped(done)}</p>` : ''}
<nav class="people" aria-label="Cliente">${people.join('')}</nav>
${customer ? desks(customer, desk) : '<p>Aún no hay clientes.</p>'}
<a class="button second" href="/">Ir a Amparo</a>`;
  return officePage('Oficina de la aseguradora', content);
}

function desks(
  { id: cliente, residenciaFiscal }: NonNullable<Desk['customer']>,
  { refunds, tickets, policies }: Omit<Desk, 'emails' | 'customer'>,
): string {
  // The customer's day, as their own screens show it; this page cannot know the zone of whoever reads it.
  const day = (instant: Date) => shortDate(today(instant, zoneFor(residenciaFiscal)));
  const hidden = (fields: Record<string, string>) =>
    Object.entries({ cliente, ...fields })
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join('');
  const pill = (state: number, text: string) => `<span class="pill" data-state="${state}">${escaped(text)}</span>`;
  const locale = localeOf(residenciaFiscal);
  const refundRows = refunds.map(({ id, caseNumber, idEstado, estado, created, fields, papers }) => {
    const amount = namedMoney(Number(fields.importe ?? 0), fields.divisa ?? '', locale);
    const facts = dotted(readableName(fields.paciente ?? ''), refundTitle(fields), amount);
    const buttons = Object.entries(refundStates).map(
      ([state, text]) =>
        `<button name="estado" value="${state}" class="small second"${Number(state) === idEstado ? ' disabled' : ''}>${text}</button>`,
    );
    return `<li><div class="line"><b>${escaped(caseNumber || 'Sin número')}</b><span>${day(created)}</span>${pill(idEstado, estado)}</div>
<p class="facts">${escaped(facts)}</p>${papers.length > 0 ? `<p class="facts papers">${escaped(allOf(papers))}</p>` : ''}
<form method="post" class="row four" aria-label="Reembolso ${escaped(caseNumber)}">${hidden({ accion: 'reembolso', id })}${buttons.join('')}</form></li>`;
  });
  const ticketRows = tickets.map(({ id, caseNumber, nombre, notas, answers, idEstado, estado }) => {
    const label = caseNumber ? `Respuesta a ${caseNumber}` : 'Respuesta';
    return `<li><details><summary><div class="line"><b>${escaped(caseNumber || 'Sin número')}</b><span>${escaped(nombre)}</span>${pill(idEstado, estado)}</div><span class="more">Leer y responder</span></summary>
<p class="notes">${escaped([notas, ...answers.map(({ autor = 'Amparo', respuesta }) => `${autor}: ${respuesta}`)].join('\n\n'))}</p>
<form method="post">${hidden({ accion: 'consulta', id })}<label>${escaped(label)}<textarea name="respuesta" required maxlength="1000" rows="3"></textarea></label><button class="small">Responder</button></form></details></li>`;
  });
  const policyRows = policies.map(
    ({ id, number, product }) => `<li><div class="line"><b>${escaped(product)}</b><span>${escaped(number)}</span></div>
<form method="post" class="row" aria-label="Póliza ${escaped(number)}">${hidden({ poliza: id })}<button name="accion" value="factura" class="small">Emitir factura</button><button name="accion" value="documento" class="small second">Publicar documento</button></form></li>`,
  );
  const section = (title: string, rows: string[], empty: string) =>
    `<section><h2>${title}</h2>${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${empty}</p>`}</section>`;
  return `<div class="desks">${section('Reembolsos', refundRows, 'Este cliente no ha pedido reembolsos.')}
<div>${section('Consultas', ticketRows, 'Este cliente no ha hecho consultas.')}
${section('Pólizas', policyRows, 'Este cliente no tiene pólizas.')}</div></div>`;
}

const officePage = pageOf(`
body { align-content: start; padding-block: 32px; }
header, main { max-width: 1040px; }
main { padding: 0; background: none; box-shadow: none; }
h1 { font-size: 1.75rem; }
h2 { margin: 0 0 12px; font-size: 1.125rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0; }
section { padding: 20px; border-radius: 20px; background: var(--card); box-shadow: 0 1px 2px rgb(23 33 31 / .04), 0 8px 24px rgb(23 33 31 / .06); }
section p { margin: 0; }
section + section { margin-top: 20px; }
li { padding-block: 14px; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; padding-top: 0; }
li:last-child { padding-bottom: 0; }
.people { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 24px; }
.people a { padding: 8px 14px; border: 1.5px solid var(--edge); border-radius: 999px; color: inherit; text-decoration: none; font-size: .875rem; }
.people a[aria-current] { border-color: var(--main); background: var(--main); color: var(--on-main); font-weight: 600; }
.desks { display: grid; grid-template-columns: minmax(0, 1fr); align-items: start; gap: 20px; margin-bottom: 24px; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; font-variant-numeric: tabular-nums; }
.line span:not(.pill) { color: var(--soft); font-size: .875rem; }
.pill { margin-left: auto; padding: 3px 10px; border-radius: 999px; background: var(--line); font-size: .875rem; font-weight: 600; }
.facts { margin-top: 4px; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.papers { color: var(--soft); font-size: .875rem; }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px; }
form button.small { width: auto; min-height: 44px; margin: 0; padding: 8px 16px; font-size: .875rem; }
.row.four { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); max-width: 440px; }
.row.four button.small { padding-inline: 4px; width: 100%; }
button[disabled] { opacity: .45; cursor: default; }
summary { cursor: pointer; list-style: none; }
.more { color: var(--main); font-size: .875rem; font-weight: 600; text-decoration: underline; text-underline-offset: 3px; }
details[open] .more { display: none; }
summary::-webkit-details-marker { display: none; }
.notes { padding: 12px 0; white-space: pre-line; overflow-wrap: anywhere; }
details form { justify-items: start; }
details label { width: 100%; }
textarea { width: 100%; padding: 12px 16px; border: 1.5px solid var(--edge); border-radius: 14px; background: var(--card); color: inherit; font: inherit; font-weight: 400; resize: vertical; }
.done { padding: 12px 16px; border-radius: 14px; background: var(--main); color: var(--on-main); font-weight: 600; }
a.button.second { width: fit-content; background: transparent; color: var(--main); }
@media (min-width: 480px) { .row.four { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
@media (min-width: 820px) { .desks { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
`);
