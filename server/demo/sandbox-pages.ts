import { Hono } from 'hono';
import { PAYING_LOCK } from '#rules/payment-order.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { readBody } from '../http/body.ts';
import { escaped, pageOf, plainPage } from '../http/page.ts';
import { problemAnswer } from '../http/problems.ts';
import { findAnswer, findOpenPayment, settlePayment } from './sandbox-payments.ts';

/** `/pagar/{token}`: the sandbox's payment page. The token in its address is secret and settles one payment once. */
export function sandboxPages(db: Database, clock: Clock): Hono {
  return new Hono()
    .get('/pagar/:token', async (c) => {
      const payment = await findOpenPayment(db, clock, c.req.param('token'));
      return payment ? orderPage(payment) : answeredPage(await findAnswer(db, c.req.param('token')));
    })
    .post('/pagar/:token', async (c) => {
      const body = await readBody(c.req.raw, { most: 1024 });
      if (!body.ok) return problemAnswer(body.problem);
      const choice = new URLSearchParams(body.value.toString('utf8')).get('accion');
      if (choice !== 'pagar' && choice !== 'rechazar') return problemAnswer({ code: 'invalid', status: 400 });
      const state = choice === 'pagar' ? 'paid' : 'rejected';
      const payment = await settlePayment(db, clock, c.req.param('token'), state);
      return answeredPage(payment ? state : await findAnswer(db, c.req.param('token')));
    });
}

/** A second press or a return to the page shows what became of the payment, not that the address is used up. */
function answeredPage(state: 'paid' | 'rejected' | null) {
  if (state === null) return closedPage();
  return state === 'paid' ? paidPage() : rejectedPage();
}

function orderPage(payment: {
  /** As it is printed on the policy. */
  policyNumber: string;
  billNumber: string | null;
  amount: number;
  currency: string;
  holder: string;
}) {
  const { policyNumber, billNumber, amount, currency, holder } = payment;
  const money = new Intl.NumberFormat('es', { style: 'currency', currency, minimumFractionDigits: 2 }).format(amount);
  const rows = [
    ['Concepto', billNumber === null ? 'Aportación extra' : `Factura ${billNumber}`],
    ['Póliza', policyNumber],
    ['Titular', holder],
    ['Importe', money],
  ];
  const list = rows.map(([name = '', value = '']) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`);
  return plainPage(
    'Confirma tu pago',
    `<p>Revisa los datos antes de continuar.</p><dl>${list.join('')}</dl>
<form method="post">
<button name="accion" value="pagar">Pagar</button>
<button class="second" name="accion" value="rechazar">Rechazar</button>
</form>
<small>Página de pago de demostración: no se cobra nada.</small>`,
  );
}

/**
 * The app is still open where the customer left it, so 'Volver a Amparo' closes this window. It opens the app here where that
 * window is gone or the browser does not let a page close itself.
 */
const endPage = pageOf(
  '',
  '',
  `document.querySelector('a.button').addEventListener('click', async (event) => {
  event.preventDefault();
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.some(({ name }) => name === '${PAYING_LOCK}')) close();
  setTimeout(() => location.assign(event.target.href), 300);
});`,
);

const back = '<a class="button" href="/#/app">Volver a Amparo</a>';

const paidPage = () => endPage('Pago realizado', `<p>Ya aparece en tu historial de pagos electrónicos.</p>${back}`);

const rejectedPage = () =>
  endPage('Pago rechazado', `<p>No se realizó ningún cobro. Puedes intentarlo de nuevo desde tus facturas.</p>${back}`);

const closedPage = () =>
  endPage(
    'Este enlace de pago ya no es válido',
    `<p>Venció o ya se usó. Pide otro desde tus facturas.</p>${back}`,
    410,
  );
