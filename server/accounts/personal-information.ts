import { eq } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoints.ts';
import { fail, ok } from '#contract/result.ts';
import { today } from '#rules/dates.ts';
import { EMAIL_TAKEN } from '#rules/registration-fields.ts';
import { customers } from '../database/schema.ts';
import { violates } from '../database/violations.ts';
import type { Handler } from '../handler.ts';
import { plainEmail } from './document-number.ts';
import { readPersonalChange } from './validate-personal.ts';
import { FURTHEST_AHEAD } from './validate-registration.ts';

/** GET /usuarios/getPersonalInformation. */
export const personalInformation: Handler<'personalInformation'> = async ({ who }) => ok(informationOf(who.customer));

/**
 * PUT /usuarios/updatePersonalInformation: a field left out stays, null empties it; the rest is read only (H2.67). Merged under
 * a lock on the row, so that two devices which save different fields at once keep both.
 */
export const updatePersonalInformation: Handler<'updatePersonalInformation'> = async ({ db, clock, who, input }) => {
  const { id } = who.customer;
  const change = await readPersonalChange(informationOf(who.customer), input, today(clock(), FURTHEST_AHEAD));
  if (!change.ok) return change;
  const { email: typed, ...others } = change.value;
  const email = typed === undefined ? undefined : plainEmail(typed);
  try {
    const changed = await db.transaction(async (tx) => {
      const [now] = await tx.select().from(customers).where(eq(customers.id, id)).for('update');
      const personal = { ...now?.personal, ...others };
      const [row] = await tx
        .update(customers)
        .set({ personal, ...(email !== undefined && { email }) })
        .where(eq(customers.id, id))
        .returning();
      return row ?? null;
    });
    return changed ? ok(informationOf(changed)) : fail('unauthorised');
  } catch (error) {
    // The index decides, and not a look beforehand: between a look and the write another account may take the address.
    if (!violates(error, 'customers_email')) throw error;
    return fail('taken', { text: EMAIL_TAKEN, fields: { email: EMAIL_TAKEN } });
  }
};

function informationOf(customer: typeof customers.$inferSelect): AnswerOf<'personalInformation'> {
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
  };
}
