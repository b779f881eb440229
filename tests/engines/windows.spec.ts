import { insurer } from '../journeys/harness/insurer.ts';
import { openTickets, sendTicket } from './harness/forms.ts';
import { EMAIL, expect, signIn, test, waiting } from './harness/test.ts';

test('[D64] a ticket queued in one of three windows is shown in all, and is sent once', async ({
  device,
  line,
  server,
}) => {
  const driver = await device.open();
  await signIn(driver, line.url);
  const [first = ''] = await driver.windows();
  const others: string[] = [];
  for (let more = 0; more < 2; more += 1) {
    const window = await driver.openWindow();
    await driver.switchTo(window);
    await driver.goto(`${line.url}/#/app/configuraciones/pendientes`);
    await driver.find('h1', 'Pendientes');
    others.push(window);
  }
  await driver.switchTo(first);
  line.fault = (method) => (method === 'POST' ? 'drop' : null);
  await openTickets(driver, line.url);
  await sendTicket(driver, 'Tres ventanas');
  for (const window of others) {
    await driver.switchTo(window);
    await driver.find('*', /Consulta ·|Consulta sobre/);
  }
  line.fault = () => null;
  for (const window of [first, ...others]) {
    await driver.switchTo(window);
    await driver.run(() => void dispatchEvent(new Event('online')));
  }
  await driver.until('it left', async () => (await waiting(driver)) === 0, 60_000);
  const office = await insurer(server.url, EMAIL);
  expect((await office.tickets()).filter(({ notas }) => notas === 'Tres ventanas')).toHaveLength(1);
  await driver.close();
});
