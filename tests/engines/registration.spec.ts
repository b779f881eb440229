import { pathFor } from '#rules/wizard.ts';
import type { Field, Lists } from '#rules/wizard-country.ts';
import { optionsAt, severalOf, textOf } from '#rules/wizard-fields.ts';
import { livingIn } from '../countries/people.ts';
import { askedFields } from '../journeys/registration/walk.ts';
import { listJumps, photograph } from './harness/forms.ts';
import { expect, shot, test, violations, watchPolicy } from './harness/test.ts';
import type { Driver } from './harness/webdriver.ts';

/** Answers one question of the registration. */
async function answer(driver: Driver, field: Field, person: Readonly<Record<string, unknown>>, lists: Lists) {
  const given = person[field.name];
  const box = `[data-field="${field.name}"]`;
  // An option may show its group after its name.
  const exactly = (text: string) =>
    new RegExp(`^${text.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: |$)`);
  const options = 'from' in field ? optionsAt(field.from, person, lists) : [];
  const label = options.find(({ value }) => value === given)?.label ?? textOf(given);
  if (field.kind === 'photo') {
    const path = test.info().outputPath(`${field.name}.jpg`);
    await photograph(driver, path, field.label);
    await driver.attach(`${box} input[type=file]`, path);
    await driver.find(`${box} button`, `Ampliar: ${field.label}`);
  } else if (field.kind === 'ticked') {
    if (given === true) await driver.click(`${box} input`);
  } else if (field.kind === 'choice') {
    await driver.click(`${box} label`, exactly(label));
  } else if (field.kind === 'several') {
    for (const one of severalOf(given)) await driver.click(`${box} label`, exactly(one));
  } else if (field.kind === 'select') {
    await driver.click(`${box} [role=combobox]`);
    await driver.find('[role=option]');
    await shot(driver, `list-${field.name}`);
    expect(await listJumps(driver), field.name).toBe(0);
    const search = '[role=dialog] input[placeholder=Buscar]';
    if (await driver.run((one) => document.querySelector(one) !== null, search)) await driver.type(search, label);
    await driver.click('[role=option]', exactly(label));
    await driver.gone('[role=option]');
  } else await driver.type(`${box} input`, textOf(given));
}

test('[D64][V2.2] a registration with photos works from the first step to home, and open lists do not jump', async ({
  device,
  line,
  server,
}) => {
  const { country, person: living, around } = await livingIn('Costa Rica');
  const email = 'webkit@correo.test';
  const person: Record<string, unknown> = { ...living, nif: '303450678', email, emailConfirmacion: email };
  watchPolicy(line);
  const driver = await device.open();
  await driver.goto(`${line.url}/#/registro/residencia`);
  await driver.click('label', country.name);
  await driver.click('button:not([aria-disabled])', /^Iniciar$/);
  await driver.find('h1, h2', 'Empecemos');
  for (const step of pathFor(country, person)) {
    await driver.find('h1', step.title);
    for (const field of askedFields({ country, person }, step)) await answer(driver, field, person, around.lists);
    await shot(driver, `registration-${step.id}`);
    await driver.click('button:not([aria-disabled])', /^(Continuar|Crear mi cuenta)$/);
  }
  await driver.find('h1', 'Cuenta creada');
  expect(await violations(driver)).toEqual([]);
  await driver.click('button', 'Ir a mi cuenta');
  await driver.find('*', textOf(person.nombre));
  expect(line.seen.filter((one) => one === 'POST /api/usuarios/create')).toHaveLength(1);
  const answered = await fetch(`${server.url}/api/usuarios/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: person.password }),
  });
  expect(answered.status).toBe(200);
  await driver.close();
});
