// @module-tag depth
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { createRegistration, type Registration } from '#features/registration/create-registration.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { fillDevice } from '#tests/outbox/full-device.ts';

const photo = (name: string) => ({
  bytes: new TextEncoder().encode(name).buffer,
  name,
  type: 'image/jpeg',
  size: name.length,
});

let count = 0;
let db: Database;
let now: number;
beforeEach(() => {
  count += 1;
  db = createDatabase(`registration ${count}`);
  now = Date.parse('2026-11-21T12:00:00Z');
});

/** A page that registers in this draft slot. `ours` says that the same tab used the slot before. */
function page(id = 'registro-1', ours = false): Registration {
  const drafts = createDrafts({ db, clock: () => now, whose: 'visitor' });
  return createRegistration({ drafts, claim: async () => ({ id, ours }) });
}

async function begun(): Promise<Registration> {
  const registration = page();
  await registration.open();
  registration.choose('Ecuador');
  registration.answer({ email: 'ana@correo.test', password: 'Secreta2026', passwordConfirmacion: 'Secreta2026' });
  registration.goTo('documentacion');
  registration.answer({ nif: '1710345677', tipoId: 'Cédula de Identidad', frontal: photo('frontal') });
  await registration.flush();
  return registration;
}

describe('the draft of a registration', () => {
  test('[D88] keeps another key for good, with all its answers, once the first is of no use', async () => {
    const before = await begun();
    const first = before.key();
    const next = await before.newKey(first);
    expect(next).not.toBe(first);
    const after = page();
    await after.open();
    after.resume();
    expect([before.key(), after.key(), after.given().nif]).toEqual([next, next, '1710345677']);
  });

  test('[V3.1][D45] a returning visitor is offered the draft; resuming restores step, answers, photos and key', async () => {
    const before = await begun();
    const after = page();
    await after.open();
    expect(after.view()).toMatchObject({ state: 'offered', country: 'Ecuador', tab: 'documentacion', at: now });
    after.resume();
    expect(after.view().state).toBe('under way');
    expect(after.given()).toMatchObject({ email: 'ana@correo.test', nif: '1710345677' });
    const kept = after.given().frontal as { bytes: ArrayBuffer; size: number };
    expect(new TextDecoder().decode(kept.bytes)).toBe('frontal');
    expect(kept.size).toBe(7);
    expect(after.key()).toBe(before.key());
  });

  test('[F27] the same tab returns to its step without a question', async () => {
    await begun();
    const reloaded = page('registro-1', true);
    await reloaded.open();
    expect(reloaded.view()).toMatchObject({ state: 'under way', tab: 'documentacion' });
  });

  test('[D45][S9] the password is never stored, and no answer is stored in the clear', async () => {
    await begun();
    const after = page();
    await after.open();
    expect(after.given()).not.toHaveProperty('password');
    expect(after.given()).not.toHaveProperty('passwordConfirmacion');
    const rows = await db.drafts.toArray();
    const texts = rows
      .flatMap((row) => [
        JSON.stringify(row),
        ...Object.values(row).map((one) =>
          one instanceof ArrayBuffer || ArrayBuffer.isView(one)
            ? Buffer.from(one as ArrayBuffer).toString('latin1')
            : '',
        ),
      ])
      .join();
    for (const secret of ['Secreta2026', 'ana@correo', '1710345677', 'frontal\u0000'])
      expect(texts).not.toContain(secret);
  });

  test('[D45] starting again and a finished registration both erase the draft', async () => {
    await begun();
    const again = page();
    await again.open();
    await again.restart();
    expect(again.view().state).toBe('none');
    expect(await db.drafts.count()).toBe(0);
    const sent = await begun();
    await sent.finish();
    expect(await db.drafts.count()).toBe(0);
    expect(sent.given()).toEqual({});
  });

  test('[D45] a draft is erased after seven days', async () => {
    await begun();
    now += 7 * DAY_MS + 1;
    const late = page();
    await late.open();
    expect(late.view().state).toBe('none');
    expect(await db.drafts.count()).toBe(0);
  });

  test('a removed photo does not come back', async () => {
    const registration = await begun();
    registration.answer({ frontal: null });
    await registration.flush();
    const after = page('registro-1', true);
    await after.open();
    expect(after.given()).not.toHaveProperty('frontal');
  });

  test('two tabs do not mix their drafts', async () => {
    const [one, other] = [page('registro-1'), page('registro-2')];
    await Promise.all([one.open(), other.open()]);
    one.choose('Ecuador');
    other.choose('Guatemala');
    one.answer({ nombre: 'Ana' });
    other.answer({ nombre: 'Eva' });
    await Promise.all([one.flush(), other.flush()]);
    const again = page('registro-2', true);
    await again.open();
    expect(again.given()).toEqual({ nombre: 'Eva' });
    expect(again.view().country).toBe('Guatemala');
  });

  test('a draft that this version cannot read is not offered', async () => {
    const drafts = createDrafts({ db, clock: () => now, whose: 'visitor' });
    drafts.save('registro-1', { version: 99, country: 'Ecuador' });
    await drafts.flush();
    const after = page();
    await after.open();
    expect(after.view().state).toBe('none');
  });

  test('[D45] photos of a draft that this version cannot read do not enter the registration that follows', async () => {
    const drafts = createDrafts({ db, clock: () => now, whose: 'visitor' });
    drafts.save('registro-1', { version: 99, country: 'Ecuador' });
    await drafts.saveFile('registro-1', 'frontal', photo('vieja'));
    await drafts.flush();
    const next = page();
    await next.open();
    next.choose('Ecuador');
    await next.flush();
    const after = page('registro-1', true);
    await after.open();
    expect(after.view()).toMatchObject({ state: 'under way', country: 'Ecuador' });
    expect(after.given()).not.toHaveProperty('frontal');
  });
});

describe('choosing the country', () => {
  test('[V2.12][V2.13][V3.1] choosing a country begins at the first step with what the country presets', async () => {
    const registration = page();
    await registration.open();
    expect(registration.view()).toMatchObject({ state: 'none', country: null });
    registration.choose('Internacional');
    expect(registration.view()).toMatchObject({ state: 'under way', country: 'Internacional', tab: 'credenciales' });
    expect(registration.given()).toEqual({ paisTelefono: 'Estados Unidos' });
  });

  test('a change of country keeps the answers both countries ask for and begins at the first step', async () => {
    const registration = await begun();
    registration.choose('Colombia');
    expect(registration.view()).toMatchObject({ country: 'Colombia', tab: 'credenciales' });
    expect(registration.given()).toMatchObject({ email: 'ana@correo.test', password: 'Secreta2026' });
    for (const name of ['nif', 'tipoId', 'frontal']) expect(registration.given()).not.toHaveProperty(name);
    await registration.flush();
    const after = page('registro-1', true);
    await after.open();
    expect(after.given()).not.toHaveProperty('frontal');
  });

  test('choosing the same country again continues at the same step', async () => {
    const registration = await begun();
    registration.choose('Ecuador');
    expect(registration.view()).toMatchObject({ tab: 'documentacion' });
    expect(registration.given()).toMatchObject({ nif: '1710345677' });
  });

  test('a visitor can register on a device without storage', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const drafts = createDrafts({ db, clock: () => now, whose: 'visitor' });
    const registration = createRegistration({ drafts, claim: () => Promise.reject(new Error('no storage')) });
    await registration.open();
    registration.choose('Guatemala');
    registration.answer({ nombre: 'Ana', frontal: photo('f') });
    expect(registration.given()).toMatchObject({ nombre: 'Ana' });
    await registration.finish();
    expect(registration.view().state).toBe('none');
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });
});

describe('a device that cannot store', () => {
  test('[F36] a full device is reported for answers and photos until they are stored', async () => {
    const drafts = createDrafts({ db, clock: () => now, whose: 'visitor' });
    const registration = createRegistration({ drafts, claim: async () => ({ id: 'registro-1', ours: false }) });
    await registration.open();
    registration.choose('Ecuador');
    await registration.flush();
    const told = vi.fn();
    registration.subscribe(told);
    const lift = fillDevice(db);
    registration.answer({ nif: '1710345677', frontal: photo('frontal') });
    await registration.flush();
    expect(registration.unkept()).toBe('storage-full');
    expect(told).toHaveBeenCalled();
    lift();
    await registration.flush();
    expect(registration.unkept()).toBeNull();
    const after = page();
    await after.open();
    expect(after.given()).toMatchObject({ nif: '1710345677', frontal: { name: 'frontal' } });
  });

  test('[F36] a storage that fails to open is reported and retried, then gets all answers so far', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const drafts = createDrafts({ db, clock: () => now, whose: 'visitor' });
    const claim = vi.fn(async () => ({ id: 'registro-1', ours: false }));
    claim.mockRejectedValueOnce(new Error('no storage'));
    const registration = createRegistration({ drafts, claim });
    await registration.open();
    registration.choose('Ecuador');
    expect(registration.unkept()).toBe('failed');
    await vi.waitFor(() => expect(registration.unkept()).toBeNull());
    registration.answer({ nif: '1710345677', frontal: photo('frontal') });
    await registration.flush();
    const after = page();
    await after.open();
    expect(after.given()).toMatchObject({ nif: '1710345677', frontal: { name: 'frontal' } });
  });
});

describe('[F65] a draft that cannot be read', () => {
  const slots = ['registro-1', 'registro-2', 'registro-3', 'registro-4'];

  /** A page whose first reads of a draft fail, and that claims one slot after the other. */
  function failing(times: number) {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    said.mockClear();
    const drafts = createDrafts({ db, clock: () => now, whose: 'visitor' });
    const load = vi.spyOn(drafts, 'load');
    for (let time = 1; time <= times; time += 1) load.mockRejectedValueOnce(new Error('lost for a moment'));
    const left = [...slots];
    const claim = vi.fn(async () => ({ id: left.shift() ?? 'registro-5', ours: true }));
    return { claim, said, registration: createRegistration({ drafts, claim }) };
  }
  const keyIn = async (slot: string) => {
    const there = page(slot, true);
    await there.open();
    return there.key();
  };

  test('for a moment comes later with its key, and the form does not open empty before', async () => {
    const before = await begun();
    const { registration } = failing(1);
    const states: string[] = [];
    registration.subscribe(() => void states.push(registration.view().state));
    await registration.open();
    expect(states).toEqual(['under way']);
    expect(registration.given()).toMatchObject({ nif: '1710345677', frontal: { name: 'frontal' } });
    expect(registration.key()).toBe(before.key());
  });

  test('for longer stays as it is, and what is begun meanwhile is kept beside it', async () => {
    const before = await begun();
    const { registration, claim } = failing(4);
    await registration.open();
    expect(registration.view().state).toBe('none');
    registration.choose('Guatemala');
    registration.answer({ email: 'eva@correo.test' });
    expect(registration.unkept()).toBe('failed');
    await vi.waitFor(() => expect(registration.unkept()).toBeNull());
    await registration.flush();
    expect(claim).toHaveBeenCalledTimes(2);
    expect(await keyIn('registro-1')).toBe(before.key());
    expect(await keyIn('registro-2')).toBe(registration.key());
  });

  test('stays as it is when no other slot is free either', async () => {
    for (const slot of slots) {
      const other = page(slot);
      await other.open();
      other.choose('Ecuador');
      other.answer({ email: `${slot}@correo.test` });
      await other.flush();
    }
    const keys = await Promise.all(slots.map(keyIn));
    const { registration, claim, said } = failing(4);
    await registration.open();
    registration.choose('Guatemala');
    await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(2));
    expect(claim).toHaveBeenCalledTimes(4);
    expect(registration.unkept()).toBe('failed');
    expect(await Promise.all(slots.map(keyIn))).toEqual(keys);
  });
});

describe('a photo whose step was left while it was prepared', () => {
  test('[F25][F27] is kept in its registration and never enters another', async () => {
    const registration = page();
    await registration.open();
    registration.choose('Ecuador');
    const id = registration.id();
    registration.goTo('credenciales');
    registration.answerLate(id, { frontal: photo('frontal') }, null);
    await registration.flush();
    const after = page();
    await after.open();
    expect(after.given()).toMatchObject({ frontal: { name: 'frontal' } });

    await registration.restart();
    registration.choose('Ecuador');
    registration.answerLate(id, { reverso: photo('reverso') }, null);
    expect(registration.given().reverso).toBeUndefined();
  });

  test('[F25] is shown in the step that is open by then, unless another photo was taken instead', async () => {
    const registration = page();
    await registration.open();
    registration.choose('Ecuador');
    registration.answerLate(registration.id(), { frontal: photo('tarde') }, null);
    expect(registration.arrived()).toMatchObject({ frontal: { name: 'tarde' } });
    registration.answer({ frontal: photo('nueva') });
    registration.answerLate(registration.id(), { frontal: photo('vieja') }, null);
    expect(registration.given().frontal).toMatchObject({ name: 'nueva' });
    await registration.finish();
    expect(registration.arrived()).toBeUndefined();
  });
});
