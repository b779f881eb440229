// @module-tag depth
import '#tests/page.ts';

import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { isOff } from '#tests/is-off.ts';
import { PASSWORD } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { isAt, openAt, pressInDialog, shows } from '../account.tsx';
import { device, house, page, withHouse } from '../at-house.ts';
import { button, close, field, press, type, until } from '../refunds/open.tsx';

const SCREEN = '/app/configuraciones/password';

withHouse();

beforeEach(async () => {
  await openAt(page, SCREEN);
  await until(isAt('Cambiar contraseña'));
});

async function fillIn(current: string, next: string, again = next) {
  await type('Contraseña actual', current);
  await type('Contraseña nueva', next);
  await type('Repite la contraseña nueva', again);
}
const sent = () => device.network.seen.filter(({ path }) => path.endsWith('/changePassword'));

describe('changing the password', () => {
  test('[H2.81][H5.7] the button is enabled once all three fields are filled, whatever they hold', async () => {
    expect(isOff(button('Cambiar contraseña'))).toBe(true);
    await fillIn('x', 'y', '');
    expect(isOff(button('Cambiar contraseña'))).toBe(true);
    await type('Repite la contraseña nueva', 'z');
    await until(() => expect(isOff(button('Cambiar contraseña'))).toBe(false));
  });

  test('[H2.82] the screen recommends rules for a password and does not enforce them', async () => {
    for (const text of [/8 caracteres/, /mayúsculas y minúsculas/, /números y símbolos/, /ningún otro sitio/]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  test('[H2.82] each recommendation has a tick once the typed password follows it, and that which nobody can know has none', async () => {
    const ticked = () =>
      [...screen.getByRole('region', { name: 'Te recomendamos' }).querySelectorAll('li')].map(
        (line) => line.querySelector('svg') !== null,
      );
    expect(ticked()).toEqual([false, false, false, false]);
    await type('Contraseña nueva', 'larga12');
    expect(ticked()).toEqual([false, false, false, false]);
    await type('Contraseña nueva', 'Larga1234');
    expect(ticked()).toEqual([true, true, false, false]);
    await type('Contraseña nueva', 'Larga-1234');
    expect(ticked()).toEqual([true, true, true, false]);
  });

  test('[H5.7][H8.11] two different passwords are reported at their field, and nothing is sent', async () => {
    await fillIn(PASSWORD, 'Nueva2027', 'Nueva2028');
    await press('Cambiar contraseña');
    await until(shows('Las contraseñas no coinciden'));
    expect(field('Repite la contraseña nueva').getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
  });

  test('[H5.7] what was said of the repeated one goes once the new one is corrected, and it can be sent', async () => {
    await fillIn(PASSWORD, 'Nueva2027', 'Nueva2028');
    await press('Cambiar contraseña');
    await until(shows('Las contraseñas no coinciden'));
    await type('Contraseña nueva', 'Nueva2028');
    await until(() => expect(isOff(button('Cambiar contraseña'))).toBe(false));
    expect(screen.queryByText('Las contraseñas no coinciden')).toBeNull();
  });

  test('[H8.11] the server’s refusal is shown at its field, and typed text stays', async () => {
    await fillIn('equivocada', 'Nueva2027');
    await press('Cambiar contraseña');
    await until(shows('La contraseña actual no es correcta'));
    expect(field('Contraseña actual').value).toBe('equivocada');
    expect(field('Contraseña nueva').value).toBe('Nueva2027');
  });

  test('[H2.82][H8.11] only the server refuses a weak password; its text is shown at the field', async () => {
    await fillIn(PASSWORD, 'debil');
    await press('Cambiar contraseña');
    await until(shows('Ingresa una contraseña segura de 8 caracteres (una mayúscula y un nº)'));
    expect(field('Contraseña nueva').getAttribute('aria-invalid')).toBe('true');
    expect(field('Contraseña nueva').value).toBe('debil');
  });

  test('[D29] without the network the screen says so before typing, and keeps typed text after a failure', async () => {
    setOnline(false);
    device.network.fate = () => 'before';
    await until(shows(/necesitas conexión/));
    await fillIn(PASSWORD, 'Nueva2027');
    await press('Cambiar contraseña');
    await until(shows(/No pudimos conectarnos/));
    expect(field('Contraseña nueva').value).toBe('Nueva2027');
  });

  test('[H7.20] a lost answer of the server is reported, and that both passwords work here', async () => {
    device.network.fate = ({ path }) => (path.endsWith('/changePassword') ? 'before' : 'pass');
    await fillIn(PASSWORD, 'Nueva2027');
    await press('Cambiar contraseña');
    await until(shows(/sirven la anterior y la nueva/));
  });

  test('[H1.11][H8.11] a changed password is confirmed, leads back, and signs in', async () => {
    await fillIn(PASSWORD, 'Nueva2027');
    await press('Cambiar contraseña');
    await until(shows('Contraseña cambiada correctamente'));
    await until(isAt('Gestiona tu cuenta'));
    await until(shows(/^Cambiada el \d+ de [a-z]+$/));
    await expect(house.app.signIn('costarica@demo.test', PASSWORD)).rejects.toThrow();
    expect(await house.app.signIn('costarica@demo.test', 'Nueva2027')).toBeTruthy();
  });
});

test('[H8.11] a customer who leaves during the change is told of it and not brought back', async () => {
  close();
  let answer = () => {};
  const changePassword: typeof page.session.changePassword = () =>
    new Promise((go) => {
      answer = () => go({ ok: true, value: null });
    });
  const { router } = await openAt({ ...page, session: { ...page.session, changePassword } }, SCREEN);
  await until(isAt('Cambiar contraseña'));
  await fillIn(PASSWORD, 'Nueva2027');
  await press('Cambiar contraseña');
  await act(() => router.navigate({ to: '/app' }));
  await act(async () => answer());
  await until(shows('Contraseña cambiada correctamente'));
  isAt('Inicio')();
});

test('[H7.20][D81] who leaves during the change is told too that both passwords work, where the answer was lost', async () => {
  close();
  let answer = () => {};
  const changePassword: typeof page.session.changePassword = () =>
    new Promise((go) => {
      answer = () => go({ ok: false, problem: { code: 'timeout' } });
    });
  const { router } = await openAt({ ...page, session: { ...page.session, changePassword } }, SCREEN);
  await until(isAt('Cambiar contraseña'));
  await fillIn(PASSWORD, 'Nueva2027');
  await press('Cambiar contraseña');
  await act(() => router.navigate({ to: '/app' }));
  await act(async () => answer());
  await until(shows(/^Cambiar contraseña: .* sirven la anterior y la nueva/));
  isAt('Inicio')();
});

describe('¿Olvidaste tu contraseña?', () => {
  const opened = async () => {
    await press('¿Olvidaste tu contraseña?');
    await until(() => screen.getByRole('dialog', { name: 'Restablece tu contraseña' }));
  };

  test('[H2.81][H5.2][H7.2][H8.8] the dialog sends a link to the typed address and says so', async () => {
    await opened();
    expect(field('Correo electrónico').type).toBe('email');
    await type('Correo electrónico', 'no es un correo');
    await until(shows('Ingresa un correo electrónico válido'));
    await type('Correo electrónico', 'costarica@demo.test');
    await pressInDialog('Enviar enlace');
    await until(shows('Se ha enviado un enlace de restablecimiento de contraseña a tu correo electrónico.'));
    await house.app.settled();
    expect(house.app.mails.at(-1)?.to).toBe('costarica@demo.test');
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[H8.8] a failed request says why and keeps the address', async () => {
    device.network.fate = ({ path }) => (path.includes('forgotPassword') ? 503 : 'pass');
    await opened();
    await type('Correo electrónico', 'costarica@demo.test');
    await pressInDialog('Enviar enlace');
    await until(() => within('alert'));
    expect(field('Correo electrónico').value).toBe('costarica@demo.test');
  });
});

const within = (role: string) => screen.getByRole(role);
