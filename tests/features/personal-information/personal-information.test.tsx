// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PersonalInformation } from '#contract/account.ts';
import { personalInformation } from '#mirror/collections.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { isOff } from '#tests/is-off.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from '#tests/session/copied.ts';
import { createDevice, type Device, dump, readable } from '#tests/session/device.ts';
import { isAt, openAt, pressInDialog, shows } from '../account.tsx';
import { choose, close, field, press, type, until } from '../refunds/open.tsx';
import type { Rooms } from '../screens.tsx';

const SCREEN = '/app/configuraciones/informacionPersonal';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp();
}, 60_000);
afterEach(() => {
  close();
  setOnline(true);
});
afterAll(() => server.close());

async function openAs(name: string, change: Partial<PersonalInformation> = {}) {
  device = createDevice(server);
  await signInCopied(server, `${name}@demo.test`, device);
  const who = await device.session.customer();
  if (Object.keys(change).length > 0) {
    await device.session.call('updatePersonalInformation', { id: who?.idUsuario ?? '', ...change });
  }
  await device.mirror.pull(personalInformation);
  const opened = await openAt(rooms(), SCREEN);
  await until(shows('Información básica'));
  return opened;
}
const rooms = (): Rooms => ({
  ...device,
  outbox: noOutbox,
  drafts: createDrafts({ db: device.db, clock: () => device.time.now }),
});
/** These screens queue nothing. */
const noOutbox = {
  list: async () => [],
  lastList: () => [],
  progress: { now: () => new Map(), subscribe: () => () => {} },
} as never;

const card = (name: string) => within(screen.getByRole('region', { name }));
const labels = () => [...screen.getByRole('dialog').querySelectorAll('label, legend')].map((one) => one.textContent);
const edit = async (name: string) => {
  await press(new RegExp(`^(Editar|Añadir) ${name}`));
  await until(() => within(screen.getByRole('dialog')).getByRole('button', { name: 'Guardar' }));
};
const save = () => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
const stored = async (): Promise<PersonalInformation | undefined> =>
  (await device.mirror.read(personalInformation)).groups?.[0]?.rows[0];
const keep = async (info: PersonalInformation) =>
  device.mirror.amend(personalInformation, () => [info], (await device.session.customer())?.owner ?? '');

describe('the six residences', () => {
  const address = {
    ecuador: ['Calle', 'Número', 'Referencia', 'Ciudad', 'Provincia', 'Cantón'],
    costarica: ['Dirección exacta', 'Provincia', 'Cantón', 'Distrito'],
    dominicana: ['Calle y número', 'Ciudad', 'Sector', 'Provincia'],
    guatemala: ['Calle o avenida', 'Número', 'Referencia', 'Número de zona', 'Departamento', 'Municipio'],
    colombia: ['Dirección', 'Departamento', 'Ciudad'],
    internacional: ['Calle', 'Número', 'Ciudad', 'País'],
  };
  test.each(Object.entries(address))(
    '[H2.64][H2.65][H2.66][H2.69][H2.70][H2.71][H2.72][H2.73][H2.74][H2.75] %s: the cards, and the fields of the address',
    async (name, fields) => {
      await openAs(name);
      for (const title of [
        'Información básica',
        'Contacto',
        'Domicilio',
        'Información financiera',
        'Información legal',
      ]) {
        expect(screen.getByRole('region', { name: title })).toBeTruthy();
      }
      expect(screen.queryByRole('region', { name: 'Cónyuge' }) !== null).toBe(name === 'ecuador');
      await edit('domicilio');
      expect(labels()).toEqual(fields);
    },
  );

  const prefix = { ecuador: '+593', costarica: '+506', dominicana: '+1', guatemala: '+502', colombia: '+57' };
  test.each(Object.entries(prefix))('[H2.67][H2.68][H9.5] %s: the phone has the prefix %s', async (name, text) => {
    await openAs(name);
    await edit('contacto');
    expect(screen.getByRole('dialog').textContent).toContain(text);
    expect(field('Número de celular').value).toMatch(/^\d[\d ]{6,12}\d$/);
  });

  test('[H2.68] internacional: the customer picks the country of the phone', async () => {
    await openAs('internacional');
    expect(card('Contacto').getByText('País del celular')).toBeTruthy();
    await edit('contacto');
    await choose('Selecciona un país', /España/);
    await until(() => expect(screen.getByRole('dialog').textContent).toContain('+34'));
  });

  const financial = {
    ecuador: [/Ingresos adicionales/, /activos/, /pasivos/],
    costarica: [/fondos al extranjero/, /País de los fondos/],
    dominicana: [/ingresos adicionales/],
    guatemala: [/ingresos adicionales/],
    colombia: [/ingresos adicionales/],
    internacional: [/Profesión/],
  };
  test.each(Object.entries(financial))('[H2.76][D41] %s: the fields of the financial card', async (name, some) => {
    await openAs(name);
    await edit('información financiera');
    const labelTexts = labels().join('\n');
    for (const text of some) expect(labelTexts).toMatch(text);
    expect(/fondos/.test(labelTexts)).toBe(name === 'costarica');
    expect(/activos/.test(labelTexts)).toBe(name === 'ecuador');
  });

  test('[H2.66][H3.13] basic and legal data are read-only except the marital status; Costa Rica shows the spouse’s PEP', async () => {
    await openAs('costarica');
    expect(card('Información legal').queryByRole('button')).toBeNull();
    expect(
      card('Información legal')
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual([
      '¿Eres una persona expuesta políticamente?',
      '¿Tu cónyuge o conviviente es una persona expuesta políticamente?',
    ]);
    expect(card('Información básica').getByText('23 de noviembre de 1984')).toBeTruthy();
    await edit('información básica');
    expect(labels()[0]).toBe('Estado civil');
  });

  test('[H2.66] a legal card with nothing to say is left out, and not a title over nothing', async () => {
    await openAs('guatemala');
    expect(card('Información legal').getAllByRole('term')).toHaveLength(1);
    const info = await stored();
    await act(async () => info && void (await keep({ ...info, pep: '' })));
    await until(() => expect(screen.queryByRole('region', { name: 'Información legal' })).toBeNull());
    expect(screen.getByRole('region', { name: 'Contacto' })).toBeTruthy();
  });

  test('[H2.76] amounts and phone are shown in the customer’s notation', async () => {
    await openAs('ecuador');
    expect(card('Información financiera').getByText('$185.000')).toBeTruthy();
    expect(card('Contacto').getByText('+593 99 123 4567')).toBeTruthy();
  });

  test('[H2.64] an unknown residence shows that there is no information', async () => {
    device = createDevice(server);
    await device.session.signIn('colombia@demo.test', DEMO_PASSWORD);
    await device.mirror.pull(personalInformation);
    const info = await stored();
    if (info) await keep({ ...info, residenciaFiscal: 'Francia' });
    await openAt(rooms(), SCREEN);
    await until(shows('No tenemos información que mostrarte en este momento'));
  });
});

describe('editing', () => {
  test('[H1.9][H4.8][H7.19][H8.10] saving closes the editor and shows what the server answered', async () => {
    await openAs('guatemala');
    await edit('domicilio');
    await type('Calle o avenida', 'Avenida Las Américas');
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(shows('Información actualizada con éxito'));
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    await until(() => expect(card('Domicilio').getByText('Avenida Las Américas')).toBeTruthy());
    expect((await stored())?.domicilio).toBe('Avenida Las Américas');
  });

  test('[F18] what the server saved is told so where it cannot be written here, and is asked for', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => told.mockRestore());
    await openAs('guatemala');
    close();
    const amend = () => Promise.reject(new DOMException('lost', 'UnknownError'));
    await openAt({ ...rooms(), mirror: { ...device.mirror, amend } }, SCREEN);
    await until(shows('Información básica'));
    await edit('domicilio');
    await type('Calle o avenida', 'Avenida Perdida');
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(shows('Información actualizada con éxito'));
    await until(async () => expect((await stored())?.domicilio).toBe('Avenida Perdida'));
  });

  test('[H4.8] Cancelar, which is drawn before Guardar, is reached before it', async () => {
    await openAs('guatemala');
    await edit('domicilio');
    const buttons = within(screen.getByRole('dialog')).getAllByRole('button', { name: /^(Cancelar|Guardar)/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Cancelar', 'Guardar']);
  });

  test('[H4.8] Cancelar discards what was typed', async () => {
    await openAs('guatemala');
    const before = (await stored())?.referencia;
    await edit('domicilio');
    await type('Referencia', 'Otra cosa');
    await pressInDialog('Cancelar');
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await stored())?.referencia).toBe(before);
    await edit('domicilio');
    expect(field('Referencia').value).toBe(before);
  });

  test('[F12][H4.8] typed answers survive a rotation of the device', async () => {
    const { happyDOM } = window as unknown as {
      happyDOM: { setViewport(size: { width: number; height: number }): void };
    };
    const turn = (width: number, height: number) => act(async () => happyDOM.setViewport({ width, height }));
    await openAs('guatemala');
    await edit('domicilio');
    await type('Calle o avenida', 'Avenida de lado');
    try {
      await turn(844, 390);
      expect(window.matchMedia('(max-width: 542px)').matches).toBe(false);
      // This draws the screen anew, because happy-dom reports no change of a media query.
      await act(async () => setOnline(false));
      expect(field('Calle o avenida').value).toBe('Avenida de lado');
    } finally {
      await turn(390, 844);
    }
    expect(field('Calle o avenida').value).toBe('Avenida de lado');
  });

  test('[H4.8] what is being saved does not change', async () => {
    await openAs('guatemala');
    const { session } = device;
    let answer = () => {};
    const held = new Promise<void>((go) => {
      answer = go;
    });
    const call: typeof session.call = async (...request) => {
      const answered = await session.call(...request);
      if (request[0] === 'updatePersonalInformation') await held;
      return answered;
    };
    close();
    await openAt({ ...rooms(), session: { ...session, call } }, SCREEN);
    await until(shows('Información básica'));
    await edit('domicilio');
    await type('Calle o avenida', 'Quinta Calle');
    await until(() => expect(isOff(save())).toBe(false));
    const before = field('Número').value;
    await pressInDialog('Guardar');
    await type('Número', '77-B');
    expect(field('Número').value).toBe(before);
    await act(async () => answer());
    await until(shows('Información actualizada con éxito'));
  });

  test('[H4.8] an answer that comes after Cancelar does not close another editor opened since', async () => {
    await openAs('guatemala');
    const { session } = device;
    let answer = () => {};
    const held = new Promise<void>((go) => {
      answer = go;
    });
    const call: typeof session.call = async (...request) => {
      const answered = await session.call(...request);
      if (request[0] === 'updatePersonalInformation') await held;
      return answered;
    };
    close();
    await openAt({ ...rooms(), session: { ...session, call } }, SCREEN);
    await until(shows('Información básica'));
    await edit('domicilio');
    await type('Calle o avenida', 'Sexta Avenida');
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await pressInDialog('Cancelar');
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    await edit('contacto');
    await type('Correo electrónico', 'ixchel@otra.test');
    await act(async () => answer());
    await until(shows('Información actualizada con éxito'));
    expect(field('Correo electrónico').value).toBe('ixchel@otra.test');
  });

  test('[F12] typed answers come back after a lock in the same editor, and Cancelar drops them', async () => {
    await openAs('guatemala');
    const before = (await stored())?.domicilio;
    await edit('domicilio');
    await type('Calle o avenida', 'Avenida a medio escribir');
    close();
    await until(async () => expect(await device.db.drafts.count()).toBe(1));
    await device.session.lock();
    expect(readable(await dump(device.db), ['medio escribir'])).toEqual([]);
    await device.session.signIn('guatemala@demo.test', DEMO_PASSWORD);
    await openAt(rooms(), SCREEN);
    await until(shows('Recuperamos lo que escribiste.'));
    await until(() => expect(field('Calle o avenida').value).toBe('Avenida a medio escribir'));
    expect(isOff(save())).toBe(false);
    await pressInDialog('Cancelar');
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    close();
    await openAt(rooms(), SCREEN);
    await until(shows('Domicilio'));
    await until(async () => expect(await device.db.drafts.count()).toBe(0));
    expect(screen.queryByRole('dialog')).toBeNull();
    await edit('domicilio');
    expect(field('Calle o avenida').value).toBe(before);
  });

  test('[H5.9] another province empties a canton outside it, and Guardar waits for a new one', async () => {
    await openAs('ecuador');
    await edit('domicilio');
    await choose('Provincia', 'Azuay');
    await until(() => expect(isOff(save())).toBe(true));
    expect(screen.getByRole('combobox', { name: 'Cantón' }).textContent).not.toContain('Guayaquil');
    await choose('Cantón', 'Cuenca');
    await until(() => expect(isOff(save())).toBe(false));
  });

  test('[D54][H5.9] a district renamed since stays chosen, is listed once, and does not block Guardar', async () => {
    await openAs('costarica');
    const info = await stored();
    const moved = { provincia: 'Guanacaste', canton: 'Nicoya', distrito: 'La Mansión' };
    if (info) await keep({ ...info, ...moved });
    await until(() => card('Domicilio').getByText('La Mansión'));
    await edit('domicilio');
    const district = screen.getByRole('combobox', { name: 'Distrito' });
    expect(district.textContent).toBe('Mansión');
    await type('Dirección exacta', 'Avenida nueva');
    await until(() => expect(isOff(save())).toBe(false));
    await act(async () => void fireEvent.click(district));
    await until(() => expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1));
    expect(screen.getAllByRole('option', { name: /Mansión/ }).map((one) => one.textContent)).toEqual(['Mansión']);
  });

  test('[D55] internacional: a country that shares its prefix asks for the area code', async () => {
    await openAs('internacional');
    await edit('contacto');
    await choose('Selecciona un país', /Jamaica/);
    await until(shows('Con su código de área: 876 o 658'));
    await type('Número de celular', '305 555 1234');
    await until(shows('El teléfono no es válido'));
    expect(isOff(save())).toBe(true);
    await type('Número de celular', '1 876 555 1234');
    await until(() => expect(isOff(save())).toBe(false));
  });

  test('[V4.4] choosing the province again that is chosen already keeps canton and district', async () => {
    await openAs('costarica');
    await edit('domicilio');
    const chosen = () => ['Provincia', 'Cantón', 'Distrito'].map((name) => screen.getByLabelText(name).textContent);
    const before = chosen();
    await choose('Provincia', before[0] ?? '');
    expect(chosen()).toEqual(before);
  });

  test('[H5.9] a note below Guardar names the fields that are missing and those that are wrong', async () => {
    await openAs('costarica');
    await edit('domicilio');
    await choose('Provincia', 'Limón');
    await until(shows('Faltan: cantón y distrito.'));
    await choose('Cantón', 'Pococí');
    await until(shows('Falta: distrito.'));
    await press('Cancelar');
    await edit('contacto');
    await type('Correo electrónico', 'ana');
    await until(shows(/^Revisa: correo electrónico\./));
  });

  test('[H5.9][H9.10][D9] origins are offered only with additional income, and an empty choice is sent as null', async () => {
    await openAs('ecuador');
    await edit('información financiera');
    const boxes = () => screen.queryAllByRole<HTMLInputElement>('checkbox');
    expect(boxes().map((box) => box.parentElement?.textContent)).toEqual([
      'Arriendos',
      'Inversiones',
      'Negocio',
      'Otros',
    ]);
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, false, false]);
    for (const box of boxes().filter(({ checked }) => checked)) await act(async () => void fireEvent.click(box));
    const bodies: unknown[] = [];
    device.network.instead = (path, init) => {
      if (path.endsWith('updatePersonalInformation')) bodies.push(JSON.parse(String(init.body)));
      return null;
    };
    await pressInDialog('Guardar');
    await until(shows('Información actualizada con éxito'));
    expect(bodies).toMatchObject([{ ingresosAdicOrig: null }]);
    await edit('información financiera');
    await act(
      async () =>
        void fireEvent.click(
          within(screen.getByRole('group', { name: /^¿Tienes ingresos/ })).getByRole('radio', { name: 'No' }),
        ),
    );
    await until(() => expect(boxes()).toHaveLength(0));
    await pressInDialog('Guardar');
    await until(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toMatchObject({ ingresosAdic: null, ingresosAdicOrig: null });
  });

  test('[H5.9][D9] a stored origin that no list has is a box too, and stays when another one is ticked', async () => {
    await openAs('ecuador');
    const info = (await stored()) as PersonalInformation;
    const origins = { ingresosAdic: 'USD 500-999', ingresosAdicOrig: 'Herencias, Negocios' };
    await act(async () => void (await keep({ ...info, ...origins })));
    await until(shows('Herencias, Negocio'));
    await edit('información financiera');
    const ticked = () => screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked);
    expect(ticked().map((box) => box.parentElement?.textContent)).toEqual(['Herencias', 'Negocio']);
    await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: 'Otros' })));
    const bodies: unknown[] = [];
    device.network.instead = (path, init) => {
      if (!path.endsWith('updatePersonalInformation')) return null;
      bodies.push(JSON.parse(String(init.body)));
      return Response.json({});
    };
    await pressInDialog('Guardar');
    await until(() => expect(bodies).toMatchObject([{ ingresosAdicOrig: '["Herencias","Negocio","Otros"]' }]));
  });

  test('[H2.76] company and position are asked only of customers who work', async () => {
    await openAs('dominicana');
    await edit('información financiera');
    await choose('Actividad económica', 'Empleado Privado');
    await until(() => expect(labels().join()).toContain('Empresa donde trabajas'));
    await choose('Actividad económica', 'Estudiante');
    await until(() => expect(labels().join()).not.toContain('Empresa donde trabajas'));
  });

  test('[H5.9] the spouse’s document types are those of Ecuador', async () => {
    await openAs('ecuador');
    await edit('cónyuge');
    await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: 'Tipo de documento' })));
    await until(() =>
      expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Cédula de Identidad']),
    );
  });

  test('[H8.10] the server’s refusal is shown at its field, and typed text stays', async () => {
    await openAs('colombia');
    await edit('contacto');
    await type('Correo electrónico', 'costarica@demo.test');
    await type('Tu contraseña', DEMO_PASSWORD);
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(shows(/ya está registrado/));
    expect(field('Correo electrónico').value).toBe('costarica@demo.test');
    expect(field('Correo electrónico').getAttribute('aria-invalid')).toBe('true');
  });

  test('[D29] the card is readable offline; saving says that it needs the network and keeps typed text', async () => {
    await openAs('colombia');
    setOnline(false);
    device.network.up = false;
    expect(card('Domicilio').getAllByRole('definition').length).toBeGreaterThan(0);
    await edit('domicilio');
    await until(shows(/Para guardar necesitas conexión/));
    await type('Dirección', 'Calle 100');
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(shows(/No pudimos conectarnos/));
    expect(field('Dirección').value).toBe('Calle 100');
    device.network.up = true;
    await act(async () => setOnline(true));
    await pressInDialog('Guardar');
    await until(shows('Información actualizada con éxito'));
  });

  const codeFor = (address: string) =>
    /\b\d{6}\b/.exec(server.mails.findLast(({ to }) => to === address)?.text ?? '')?.[0] ?? '';
  const typeAddress = async (address: string) => {
    await edit('contacto');
    expect(screen.queryByLabelText(/^Tu contraseña/)).toBeNull();
    await type('Correo electrónico', address);
  };

  test('[D59] another address needs the password and its code; then it signs in here, offline too', async () => {
    await openAs('colombia');
    await typeAddress('nuevo@demo.test');
    await type('Tu contraseña', 'equivocada');
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(shows('La contraseña no es correcta'));
    expect(field('Correo electrónico').value).toBe('nuevo@demo.test');
    await type('Tu contraseña', DEMO_PASSWORD);
    await pressInDialog('Guardar');
    await until(() => screen.getByRole('dialog', { name: 'Confirma tu correo nuevo' }));
    await until(() => expect(document.activeElement).toBe(field('Código de 6 dígitos')));
    expect((await stored())?.email).toBe('colombia@demo.test');
    expect((await device.session.customer())?.email).toBe('colombia@demo.test');

    await type('Código de 6 dígitos', codeFor('nuevo@demo.test'));
    await pressInDialog('Confirmar');
    await until(shows('Desde ahora entras con nuevo@demo.test'));
    await until(async () => expect((await device.session.customer())?.email).toBe('nuevo@demo.test'));
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn('nuevo@demo.test', DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('[S34] a slip in another address is asked about once, corrected by a press, and is refused to nobody', async () => {
    await openAs('internacional');
    await typeAddress('rosa@gmail.con');
    const asked = () => screen.queryByText('¿Quisiste decir', { exact: false })?.textContent;
    await until(() => expect(asked()).toBe('¿Quisiste decir rosa@gmail.com?'));
    await press(/^Sí, corregir/);
    expect(field('Correo electrónico').value).toBe('rosa@gmail.com');
    await type('Correo electrónico', 'rosa@hotmail.cmo');
    await until(() => expect(asked()).toBe('¿Quisiste decir rosa@hotmail.com?'));
    await press(/^No/);
    expect([asked(), field('Correo electrónico').value]).toEqual([undefined, 'rosa@hotmail.cmo']);
  });

  test('[D59] an unconfirmed address is shown on the card, offline too, and its code can be typed there', async () => {
    await openAs('dominicana');
    await typeAddress('otra@demo.test');
    await type('Tu contraseña', DEMO_PASSWORD);
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(() => screen.getByRole('dialog', { name: 'Confirma tu correo nuevo' }));
    close();
    setOnline(false);
    device.network.up = false;
    await openAt(rooms(), SCREEN);
    await until(() => card('Contacto').getByText('otra@demo.test'));
    expect(card('Contacto').getByText('dominicana@demo.test')).toBeTruthy();
    await press('Escribir el código');
    await until(shows(/Para confirmar el código necesitas conexión/));
    const code = codeFor('otra@demo.test');
    await type('Código de 6 dígitos', code);
    await pressInDialog('Confirmar');
    await until(shows(/No pudimos conectarnos/));
    expect(field('Código de 6 dígitos').value).toBe(code);
    device.network.up = true;
    await act(async () => setOnline(true));
    await pressInDialog('Confirmar');
    await until(shows('Desde ahora entras con otra@demo.test'));
  });

  test('[D59] the password is never stored: a reload restores the typed email and asks for the password again', async () => {
    await openAs('guatemala');
    await typeAddress('tercera@demo.test');
    await type('Tu contraseña', DEMO_PASSWORD);
    close();
    await openAt(rooms(), SCREEN);
    await until(shows('Recuperamos lo que escribiste.'));
    expect(field('Correo electrónico').value).toBe('tercera@demo.test');
    expect(field('Tu contraseña').value).toBe('');
  });

  test('[D59] a backend without codes changes the address at once', async () => {
    await openAs('ecuador');
    const before = await stored();
    device.network.instead = (path) =>
      path.endsWith('updatePersonalInformation')
        ? Response.json({ ...before, email: 'vieja@demo.test', emailPendiente: undefined })
        : null;
    await typeAddress('vieja@demo.test');
    await type('Tu contraseña', DEMO_PASSWORD);
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(shows('Información actualizada con éxito'));
    await until(async () => expect((await device.session.customer())?.email).toBe('vieja@demo.test'));
  });
});

describe('[F52] a record with another email', () => {
  const opensWith = async (email: string, asked: (path: string) => Response | null) => {
    await openAs('ecuador');
    const info = (await stored()) as PersonalInformation;
    let times = 0;
    device.network.instead = (path) => {
      if (!path.endsWith('getPersonalInformation')) return null;
      times += 1;
      return asked(path);
    };
    await device.mirror.amend(personalInformation, () => [{ ...info, email }], (await device.session.owner()) ?? '');
    await until(() => expect(times).toBeGreaterThan(0));
    return info;
  };
  const own = async () => (await device.session.customer())?.email;

  test('that was here before the customer signed in with the present one moves nobody', async () => {
    await opensWith('antes@demo.test', () => Response.json({ code: 'unavailable' }, { status: 503 }));
    await act(() => new Promise((later) => setTimeout(later, 50)));
    expect(await own()).toBe('ecuador@demo.test');
    device.network.instead = null;
    await act(async () => void (await device.mirror.pull(personalInformation)));
    expect(await own()).toBe('ecuador@demo.test');
  });

  test('that the server confirms is followed', async () => {
    let info: PersonalInformation | null = null;
    info = await opensWith('otra@demo.test', () => (info ? Response.json({ ...info, email: 'otra@demo.test' }) : null));
    // The first answer is here, and shown: a query may tell of two that follow each other as of one.
    await until(async () => expect(((await stored()) as PersonalInformation).email).toBe('ecuador@demo.test'));
    await act(() => new Promise((later) => setTimeout(later, 50)));
    await act(async () => void (await device.mirror.pull(personalInformation)));
    await until(async () => expect(await own()).toBe('otra@demo.test'));
  });
});

describe('an answer that names only a part', () => {
  /** Answers a change with this, and refuses to give the whole record afterwards. */
  const answerWith = (answer: object, asked: object = { code: 'unavailable' }) => {
    device.network.instead = (path) => {
      if (path.endsWith('updatePersonalInformation')) return Response.json(answer);
      return path.endsWith('getPersonalInformation') ? Response.json(asked, { status: 503 }) : null;
    };
  };
  const saveStreet = async (street: string) => {
    await edit('domicilio');
    await type('Calle o avenida', street);
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(shows('Información actualizada con éxito'));
  };

  test.each([
    ['the changed field', { domicilio: 'Quinta Avenida Norte' }, 'Quinta Avenida Norte'],
    ['nothing', {}, 'Quinta Avenida'],
    ['a sentence', { message: 'Datos actualizados' }, 'Quinta Avenida'],
    ['an empty residence', { domicilio: 'Quinta Avenida', residenciaFiscal: null }, 'Quinta Avenida'],
  ])('[H7.19][V7.7] of %s changes that and leaves the rest of the record', async (_, answer, street) => {
    await openAs('guatemala');
    const before = await stored();
    answerWith(answer);
    await saveStreet('Quinta Avenida');
    await until(async () => expect(await stored()).toEqual({ ...before, domicilio: street }));
    await until(() => expect(card('Domicilio').getByText(street)).toBeTruthy());
    expect(screen.queryByText('No tenemos información que mostrarte en este momento')).toBeNull();
  });

  test.each([
    ['nothing', {}],
    ['the address', { email: 'nueva@demo.test' }],
    ['a sentence', { message: 'Correo confirmado' }],
  ])(
    '[H7.19][D59] of %s, to a code, makes the address that waited the customer’s and leaves the rest',
    async (_, answer) => {
      await openAs('guatemala');
      const before = await stored();
      await edit('contacto');
      await type('Correo electrónico', 'nueva@demo.test');
      await type('Tu contraseña', DEMO_PASSWORD);
      await until(() => expect(isOff(save())).toBe(false));
      await pressInDialog('Guardar');
      await until(() => screen.getByRole('dialog', { name: 'Confirma tu correo nuevo' }));
      answerWith(answer);
      await type('Código de 6 dígitos', '123456');
      await pressInDialog('Confirmar');
      await until(shows('Desde ahora entras con nueva@demo.test'));
      await until(async () => expect(await stored()).toMatchObject({ email: 'nueva@demo.test', emailPendiente: '' }));
      expect(await stored()).toMatchObject({ domicilio: before?.domicilio, residenciaFiscal: 'Guatemala' });
      await until(async () => expect((await device.session.customer())?.email).toBe('nueva@demo.test'));
    },
  );

  test('[H7.19] is followed by a question for the whole record', async () => {
    await openAs('guatemala');
    device.network.instead = (path) => (path.endsWith('updatePersonalInformation') ? Response.json({}) : null);
    const before = (await stored())?.domicilio ?? '';
    await saveStreet('Séptima Avenida');
    // The server was never asked to change, so the record says so again.
    await until(async () => expect((await stored())?.domicilio).toBe(before));
  });

  test('[H7.19] never lands in the record of somebody who signed in meanwhile', async () => {
    await openAs('guatemala');
    const { session } = device;
    const call: typeof session.call = async (...request) => {
      const answered = await session.call(...request);
      if (request[0] === 'updatePersonalInformation') {
        await session.signIn('costarica@demo.test', DEMO_PASSWORD);
        await device.mirror.pull(personalInformation);
      }
      return answered;
    };
    close();
    await openAt({ ...rooms(), session: { ...session, call } }, SCREEN);
    await until(shows('Información básica'));
    device.network.instead = (path) =>
      path.endsWith('updatePersonalInformation') ? Response.json({ domicilio: 'Calle ajena' }) : null;
    await edit('domicilio');
    await type('Calle o avenida', 'Calle ajena');
    await until(() => expect(isOff(save())).toBe(false));
    await pressInDialog('Guardar');
    await until(async () => expect((await stored())?.residenciaFiscal).toBe('Costa Rica'));
    expect((await stored())?.domicilio).not.toBe('Calle ajena');
  });

  test('[H2.64] a record without a residence never replaces a kept one', async () => {
    await openAs('guatemala');
    const before = await stored();
    device.network.instead = (path) =>
      path.endsWith('getPersonalInformation') ? Response.json({ nombre: 'Ixchel' }) : null;
    expect(await device.mirror.pull(personalInformation)).toMatchObject({ ok: false });
    expect(await stored()).toEqual(before);
    expect(card('Información básica')).toBeTruthy();
  });

  test('[H2.64] a record without a residence, where none is kept, shows that there is no information', async () => {
    device = createDevice(server);
    await device.session.signIn('guatemala@demo.test', DEMO_PASSWORD);
    device.network.instead = (path) =>
      path.endsWith('getPersonalInformation') ? Response.json({ nombre: 'Ixchel' }) : null;
    await openAt(rooms(), SCREEN);
    await until(shows('No tenemos información que mostrarte en este momento'));
    device.network.instead = null;
    await device.mirror.pull(personalInformation);
    await until(shows('Información básica'));
  });
});

test.each([
  ['one fact', { domicilio: 'Calle de la oficina' }, 'cambió: calle o avenida.'],
  ['two facts', { domicilio: 'Calle del taller', numeroDomicilio: '7-77' }, 'cambiaron: calle o avenida y número.'],
])('[D95] a kept editor sends what was typed, over what the record says now: %s', async (what, changed, words) => {
  const typed = `Portón de ${what}`;
  await openAs('guatemala');
  await edit('domicilio');
  await type('Referencia', typed);
  await until(async () => expect(await device.db.drafts.count()).toBe(1));
  close();
  await device.session.lock();
  const desk = createDevice(server);
  await desk.session.signIn('guatemala@demo.test', DEMO_PASSWORD);
  const id = (await desk.session.customer())?.idUsuario ?? '';
  await desk.session.call('updatePersonalInformation', { id, ...changed });

  await device.session.signIn('guatemala@demo.test', DEMO_PASSWORD);
  await device.mirror.pull(personalInformation);
  const bodies: unknown[] = [];
  device.network.instead = (path, init) => {
    if (path.endsWith('updatePersonalInformation')) bodies.push(JSON.parse(String(init.body)));
    return null;
  };
  await openAt(rooms(), SCREEN);
  await until(shows(`Recuperamos lo que escribiste. Mientras tanto ${words}`));
  expect(field('Referencia').value).toBe(typed);
  expect(field('Calle o avenida').value).toBe(changed.domicilio);
  await pressInDialog('Guardar');
  await until(shows('Información actualizada con éxito'));
  expect(bodies).toEqual([{ id, referencia: typed }]);
});

test('[H8.10] Guardar without a change calls nobody and promises nothing', async () => {
  await openAs('costarica');
  await edit('domicilio');
  const asked = device.paths().length;
  await pressInDialog('Guardar');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await until(shows('No hay cambios que guardar'));
  expect(
    device
      .paths()
      .slice(asked)
      .filter((path) => path.endsWith('updatePersonalInformation')),
  ).toEqual([]);
  expect(screen.queryByText('Información actualizada con éxito')).toBeNull();
});

test('[V5.19][H2.76] a Yes without the country it asks for cannot be saved', async () => {
  await openAs('costarica', { paisFondos: '' });
  await edit('información financiera');
  const funds = within(screen.getByRole('group', { name: /fondos al extranjero/ }));
  await act(async () => void fireEvent.click(funds.getByRole('radio', { name: 'Sí' })));
  await until(shows('Falta: país de los fondos.'));
  expect(isOff(save())).toBe(true);
  await choose('País de los fondos', 'España');
  await until(() => expect(isOff(save())).toBe(false));
});

test('[H8.10] without any data the server’s reason is shown and the customer is led to the start', async () => {
  device = createDevice(server);
  await device.session.signIn('guatemala@demo.test', DEMO_PASSWORD);
  device.network.instead = (path) =>
    path.endsWith('getPersonalInformation') ? Response.json({ code: 'forbidden' }, { status: 403 }) : null;
  await openAt(rooms(), SCREEN);
  await until(isAt('Entrada'));
  await until(shows(/No tienes permiso/));
  cleanup();

  device.network.instead = (path) =>
    path.endsWith('getPersonalInformation')
      ? Response.json({ code: 'forbidden', message: 'Tu expediente está en revisión' }, { status: 403 })
      : null;
  await openAt(rooms(), SCREEN);
  await until(isAt('Entrada'));
  await until(shows('Tu expediente está en revisión'));
  cleanup();

  // A failure of an earlier visit leads nowhere once the record comes.
  device.network.instead = null;
  await openAt(rooms(), SCREEN);
  await until(() => expect(screen.getByRole('heading', { name: 'Domicilio' })).toBeTruthy());
  expect(isAt('Entrada')).toThrow();
});
