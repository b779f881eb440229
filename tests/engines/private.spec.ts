import { openTickets, sendTicket } from './harness/forms.ts';
import { shot, signIn, test } from './harness/test.ts';

// Safari refuses a private window its file system, so the app is certain. WebKitGTK does not, so the text is
// conditional.
const GOES_WITH_IT =
  /en una ventana privada(: al cerrarla se borra lo que espera aquí|, lo que espera se borra al cerrarla)/i;

test('[D64] a private window without an answering server says on receipt and Pendientes that the queue goes with it', async ({
  device,
  line,
}) => {
  const driver = await device.open({ isPrivate: true });
  await signIn(driver, line.url);
  line.fault = (method) => (method === 'POST' ? 'drop' : null);
  await openTickets(driver, line.url);
  await sendTicket(driver, 'Ventana privada');
  const said = () => driver.run(() => document.body.innerText);
  await driver.until('it is said on the receipt', async () => GOES_WITH_IT.test(await said()));
  await driver.find('*', 'Abre Amparo con conexión para que salga');
  await shot(driver, 'private-received');
  await driver.goto(`${line.url}/#/app/configuraciones/pendientes`);
  await driver.find('h1', 'Pendientes');
  await driver.until('it is said in Pendientes', async () => GOES_WITH_IT.test(await said()));
  await driver.find('*', 'Abre Amparo con conexión para que salga');
  await shot(driver, 'private-pending');
  await driver.close();
});
