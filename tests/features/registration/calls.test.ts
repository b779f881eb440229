import { describe, expect, test } from 'vitest';
import { fail, ok, type Problem, type ProblemCode, problemCodes } from '#contract/result.ts';
import { isTaken } from '#features/registration/lookup.ts';
import { send } from '#features/registration/send.ts';
import { withPassword } from '#features/registration/with-password.ts';
import type { Session } from '#session/session.ts';
import { countryNamed, livingIn } from '#tests/countries/people.ts';

const ecuador = countryNamed('Ecuador');
const email = { call: 'checkEmail', field: 'email' } as const;
const nif = { call: 'checkNif', field: 'nif' } as const;

/** A session where every call ends in the same way, and the calls it received. */
function ending(problem: Problem | null) {
  const calls: unknown[] = [];
  const answer = problem ? { ok: false as const, problem } : ok({});
  const session = {
    call: async (...call: unknown[]) => {
      calls.push(call);
      return answer;
    },
    register: async (account: unknown) => {
      calls.push(account);
      return answer;
    },
  } as unknown as Session;
  return { session, calls };
}

describe('the check whether the email or the number is taken', () => {
  test('[V4.2][V7.2][V8.2] a free value lets the customer continue', async () => {
    const { session, calls } = ending(null);
    expect(await isTaken(session, ecuador, email, { email: ' ana@correo.test ' })).toBeUndefined();
    expect(calls).toEqual([['checkEmail', { email: 'ana@correo.test' }]]);
  });

  test('[V7.3][D6][D52] the number is checked as it will be sent, with its kind and country', async () => {
    const { session, calls } = ending(null);
    await isTaken(session, ecuador, nif, { tipoId: 'Cédula de Identidad', nif: '171034567-7' });
    const document = { tipoId: 'Cédula de Identidad', pais: 'Ecuador' };
    expect(calls).toEqual([['checkNif', { nif: '1710345677', ...document }]]);
  });

  test('[V5.8][V4.2][V8.2] a taken value is reported at its field', async () => {
    const { session } = ending({ code: 'taken' });
    expect(await isTaken(session, ecuador, email, { email: 'a@b.co' })).toEqual({
      fields: { email: 'El correo electrónico ya está registrado' },
    });
    const card = { tipoId: 'Cédula de Identidad', nif: '1710345677' };
    expect(await isTaken(session, ecuador, nif, card)).toEqual({
      fields: { nif: 'El número de documento ya está registrado' },
    });
    expect(await isTaken(session, countryNamed('Internacional'), nif, { nif: 'PAB123456' })).toEqual({
      fields: { nif: 'El número de pasaporte ya está registrado' },
    });
  });

  test("[D30] only 'taken' is shown as taken; each other problem has its own text", async () => {
    const others = problemCodes.filter((code): code is ProblemCode => code !== 'taken');
    for (const code of others) {
      const refusal = await isTaken(ending({ code }).session, ecuador, email, { email: 'a@b.co' });
      expect(refusal?.fields, code).toBeUndefined();
      expect(refusal?.text, code).not.toMatch(/registrado/);
      expect(refusal?.text?.length, code).toBeGreaterThan(10);
    }
  });
});

describe('sending the registration', () => {
  const noOther = () => expect.fail('its key is good');

  test('[D88] [F2] under a key whose account made way for another one goes out once more, under a new key', async () => {
    const { person, around } = await livingIn('Ecuador');
    const keys: string[] = [];
    const session = {
      register: async ({ key }: { key: string }) => {
        keys.push(key);
        return key === 'gone' ? fail('withdrawn') : ok({});
      },
    } as unknown as Session;
    expect(await send(session, ecuador, person, around.lists, 'gone', async () => 'new')).toBeUndefined();
    expect(await send(session, ecuador, person, around.lists, 'gone', async () => 'gone')).toMatchObject({
      text: expect.stringMatching(/^Error registrando usuario/),
    });
    expect(keys).toEqual(['gone', 'new', 'gone', 'gone']);
  });

  test('[V3.9][V7.4] the answers on the path are sent, with the photos the document needs and the key', async () => {
    const { person, around } = await livingIn('Ecuador');
    const { session, calls } = ending(null);
    expect(await send(session, ecuador, person, around.lists, 'key', noOther)).toBeUndefined();
    expect(calls[0]).toMatchObject({
      key: 'key',
      fields: { residenciaFiscal: 'Ecuador', nif: '0926687856' },
      photos: { frontal: { type: 'image/jpeg' }, reverso: { type: 'image/jpeg' } },
    });
  });

  test("[V8.1][V8.7] every failure says 'Error registrando usuario' with the server's words", async () => {
    const { person, around } = await livingIn('Ecuador');
    const refused = await send(
      ending(fail('unavailable', { text: 'Cerrado por hoy' }).problem).session,
      ecuador,
      person,
      around.lists,
      'k',
      noOther,
    );
    expect(refused).toEqual({ text: 'Error registrando usuario. Cerrado por hoy' });
    const fields = { nif: 'El número de documento ya está registrado' };
    const taken = await send(ending({ code: 'taken', fields }).session, ecuador, person, around.lists, 'k', noOther);
    expect(taken).toMatchObject({ text: expect.stringMatching(/^Error registrando usuario/), fields });
  });

  test('an account that an earlier try made with other data is reported as existing', async () => {
    const { person, around } = await livingIn('Ecuador');
    const refused = await send(ending({ code: 'key-reused' }).session, ecuador, person, around.lists, 'k', noOther);
    expect(refused?.text).toMatch(/ya se creó/);
  });
});

describe('the password of a resumed registration', () => {
  const last = ecuador.steps.at(-1);
  if (!last) throw new Error('no last step');

  test('[D45] the last step asks for the password twice when the page does not have it', () => {
    expect(withPassword(ecuador, last, {}).fields.map((field) => field.name)).toEqual([
      'pep',
      'password',
      'passwordConfirmacion',
    ]);
  });

  test('[D45] the last step does not ask for a password that was just typed', () => {
    expect(withPassword(ecuador, last, { password: 'Secreta2026' })).toBe(last);
  });
});
