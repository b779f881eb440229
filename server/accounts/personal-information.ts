import { eq } from 'drizzle-orm';
import { type EditableField, editableFields } from '#contract/account.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import { fail, ok } from '#contract/result.ts';
import { today } from '#rules/dates.ts';
import { customers } from '../database/schema.ts';
import type { Acting, Handler } from '../handler.ts';
import { askAgain, claimantOf, pendingOf } from './claim.ts';
import { beginEmailChange, masked, mayChangeEmail, sendAgain, takeCode } from './email-change.ts';
import { plainEmail } from './emails.ts';
import { waitingCode } from './mail-codes.ts';
import { readPersonalChange } from './validate-personal.ts';
import { FURTHEST_AHEAD } from './validate-registration.ts';

/** GET /usuarios/getPersonalInformation. */
export const personalInformation: Handler<'personalInformation'> = async (call) =>
  ok(await informationOf(call, await askAgain(call, call.who.customer)));

/**
 * PUT /usuarios/updatePersonalInformation: a field left out stays, null empties it; the rest is read only (H2.67). Another
 * email asks for the password and waits for its code (D59), which is typed into `codigo`.
 */
export const updatePersonalInformation: Handler<'updatePersonalInformation'> = async (call) => {
  const { clock, input, who } = call;
  const proved = input.codigo ? await takeCode(call, who, input.codigo) : ok(who.customer);
  if (!proved.ok) return proved;
  const customer = proved.value;
  const info = await informationOf(call, customer);
  const isChange = editableFields.some((name) => input[name] !== undefined);
  const change = isChange ? await readPersonalChange(info, input, today(clock(), FURTHEST_AHEAD)) : nothing;
  if (!change.ok) return change;
  const { email: typed, ...others } = change.value;
  const email = typed === undefined ? customer.email : plainEmail(typed);
  const moves = email !== customer.email;
  const may = moves ? await mayChangeEmail(call, { ...who, customer }, email, input.password) : ok(null);
  if (!may.ok) return may;
  // Nothing more is written after a code alone, so that nothing more can fail.
  const changed = isChange ? await saveOthers(call, customer.id, others) : customer;
  if (!changed) return fail('unauthorised');
  const sent = moves ? await beginEmailChange(call, { ...who, customer }, email) : ok(null);
  if (!sent.ok) return sent;
  const again = input.enviarCodigo && !moves ? await sendAgain(call, changed) : ok(null);
  return again.ok ? ok(await informationOf(call, changed)) : again;
};

const nothing = ok<Partial<Record<EditableField, string>>>({});

/** Merged under a lock on the row, so that two devices which save different fields at once keep both. */
async function saveOthers(
  { db, outgoing }: Acting,
  id: string,
  changes: Partial<Record<EditableField, string>>,
): Promise<typeof customers.$inferSelect | null> {
  return db.transaction(async (tx) => {
    const [now] = await tx.select().from(customers).where(eq(customers.id, id)).for('no key update');
    if (!now) return null;
    const personal = { ...now.personal, ...changes };
    const [row] = await tx.update(customers).set({ personal }).where(eq(customers.id, id)).returning();
    const datos = Object.fromEntries(
      Object.entries(changes).filter(([name, value]) => (now.personal[name] ?? '') !== value),
    );
    if (Object.keys(datos).length > 0) await outgoing.tell(tx, id, 'cliente.cambiado', () => ({ datos }));
    return row ?? null;
  });
}

async function informationOf(
  world: Acting,
  customer: typeof customers.$inferSelect,
): Promise<AnswerOf<'personalInformation'>> {
  const { personal, email, nif, nombre, residenciaFiscal } = customer;
  const read = (name: string) => personal[name] ?? '';
  const joined = (...names: string[]) => names.map(read).filter(Boolean).join(' ');
  return {
    nombre,
    apellidos: joined('apellidoPrimero', 'apellidoSegundo'),
    apellidoPrimero: read('apellidoPrimero'),
    apellidoSegundo: read('apellidoSegundo'),
    fechaNacimiento: read('fechaNacimiento'),
    sexo: read('sexo'),
    paisNacimiento: read('paisNacimiento'),
    nacionalidad: read('nacionalidad'),
    nif,
    tipoId: read('tipoId'),
    nit: read('nit'),
    numeroSS: read('numeroSS'),
    fechaExpedicion: read('fechaExpedicion'),
    paisEmision: read('paisEmision'),
    estadoCivil: read('estadoCivil'),
    nombreConyuge: read('nombreConyuge'),
    apellidosConyuge: joined('apellido1Conyuge', 'apellido2Conyuge'),
    apellido1Conyuge: read('apellido1Conyuge'),
    apellido2Conyuge: read('apellido2Conyuge'),
    tipoIdConyuge: read('tipoIdConyuge'),
    nifConyuge: read('nifConyuge'),
    email,
    telefono: read('telefono'),
    paisTelefono: read('paisTelefono'),
    domicilio: read('domicilio'),
    numeroDomicilio: read('numeroDomicilio'),
    referencia: read('referencia'),
    ciudad: read('ciudad'),
    sector: read('sector'),
    numeroZona: read('numeroZona'),
    provincia: read('provincia'),
    canton: read('canton'),
    distrito: read('distrito'),
    departamento: read('departamento'),
    pais: read('pais'),
    residenciaFiscal,
    profesion: read('profesion'),
    actEco: read('actEco'),
    ingresosPrinc: read('ingresosPrinc'),
    ingresosAdic: read('ingresosAdic'),
    ingresosAdicOrig: read('ingresosAdicOrig'),
    valorActivos: read('valorActivos'),
    valorPasivos: read('valorPasivos'),
    paisFondos: read('paisFondos'),
    apnfd: read('apnfd'),
    empresa: read('empresa'),
    cargo: read('cargo'),
    pep: read('pep'),
    pepConyuge: read('pepConyuge'),
    ...(await accountState(world, customer)),
  };
}

/** What the account still waits for, and where its code was sent. */
async function accountState(world: Acting, customer: typeof customers.$inferSelect) {
  const { demo, mailNote, core } = world;
  const cuentaPendiente = pendingOf(customer) ?? '';
  const waiting = await waitingCode(world, customer.id, 'email');
  const emailPendiente = waiting !== null && waiting !== customer.email ? waiting : '';
  const claim = cuentaPendiente === 'codigo' ? await core.claim(claimantOf(customer)) : null;
  const codeDue = emailPendiente !== '' || ['correo', 'codigo'].includes(cuentaPendiente);
  return {
    emailPendiente,
    cuentaPendiente,
    correoAseguradora: claim?.ok && claim.value.answer === 'code' ? masked(claim.value.email) : '',
    avisoCodigo: codeDue ? mailNote : '',
    avisoCuenta: demo ? 'Es una demostración: damos por comprobados tu identidad y tu correo.' : '',
    contrasenaCambiada: customer.passwordChanged?.toISOString() ?? '',
  } as const;
}
