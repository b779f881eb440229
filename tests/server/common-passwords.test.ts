import { describe, expect, test } from 'vitest';
import { credenciales } from '#countries/steps/access.ts';
import { newPasswordProblem } from '#server/accounts/common-passwords.ts';

const COMMON = 'Esta contraseña es de las más usadas y se adivina enseguida. Elige otra';
const WEAK = 'Ingresa una contraseña segura de 8 caracteres (una mayúscula y un nº)';

describe('a password that a customer sets', () => {
  test('[S33] is refused when it is one of those that everybody tries first', () => {
    const common = [
      'Password1',
      'Password123',
      'P@ssw0rd1',
      'Passw0rd!',
      'Contraseña1',
      'contraseÑa2024',
      'Contrasena123',
      'Ecuador2024',
      'Ecuador2024!',
      'Colombia1',
      'CostaRica2025',
      'Guatemala.2026',
      'Qwerty123',
      'Qwertyuiop1',
      'Asdfghjkl1',
      'Abc12345',
      'Abcd1234',
      'Aa123456',
      'Aa1234567',
      '123456Aa',
      '1q2w3e4R',
      '1qaz2wsX',
      'Hola1234',
      'HolaHola1',
      'Teamo123',
      'Bienvenido1',
      'Admin123',
      'Jesus777',
      'Iloveyou1',
      'Clave2026',
      'Diciembre24',
    ];
    for (const one of common) expect([one, newPasswordProblem(one)]).toEqual([one, COMMON]);
  });

  test('[S33] may be anything else that is strong enough, the demo’s own included', () => {
    const good = [
      'Amparo2026',
      'Amparo2027',
      'Secreta2026',
      'Ecuador8361',
      'MiPerroSeLlamaTobi7',
      'Ñandú-azul-42',
      'Qwerty-guayaba-9',
      'correcto Caballo 4 pila grapa',
    ];
    for (const one of good) expect([one, newPasswordProblem(one)]).toEqual([one, null]);
  });

  test('[V5.11] keeps its words when it is too weak', () => {
    for (const one of ['password1', 'Pass1', 'PASSWORD1']) expect([one, newPasswordProblem(one)]).toEqual([one, WEAK]);
  });

  test('[S33] of a hostile length is judged at once', () => {
    const long = `${'a'.repeat(500)}${'1'.repeat(500)}A1`;
    const before = performance.now();
    for (let tries = 0; tries < 50; tries += 1) newPasswordProblem(long);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  test('[S33] the field of the registration names one of them, since it is refused only with the whole', () => {
    const hint = credenciales.fields.find(({ name }) => name === 'password')?.hint ?? '';
    const [, named = ''] = /como «(.+)»/.exec(hint) ?? [];
    expect(newPasswordProblem(named)).toBe(COMMON);
  });
});
