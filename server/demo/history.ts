import { policyCurrency } from '#rules/policies.ts';
import { frequencyLabel } from '#rules/policy-card.ts';
import type { DemoCustomer, DemoPolicy } from './book.ts';
import { CLERK, DECISION_DAYS } from './office.ts';

/** Status ids a demo customer shows: the seven known ones (H4.5) and one the product does not know. */
export const everyStatus = [1, 2, 3, 4, 5, 6, 7, 9] as const;

const statusWords: Record<number, string> = {
  1: 'Nuevo',
  2: 'En trámite',
  3: 'En trámite',
  4: 'En trámite',
  5: 'Aprobado',
  6: 'Aprobado',
  7: 'Negado',
  9: 'En revisión médica',
};

/** Electronic payments of a policy, oldest first; the last one that was accepted fell on the policy's `lastPaidDay`. */
export function paymentsOf(policy: DemoPolicy, holder: string) {
  const { id, ModalPremium, payments, extras = [], lastPaidDay = -1 } = policy;
  const Currency = policyCurrency({ PolicyValuesType: '', ...policy });
  const Concept = concepts[frequencyLabel(policy.PaymentFrequency)] ?? 'Prima';
  const { count, everyDays, failedEvery = 0 } = payments ?? { count: 0, everyDays: 1 };
  const fails = (at: number) => failedEvery > 0 && at % failedEvery === failedEvery - 1;
  const paid = fails(count - 1) ? count - 2 : count - 1;
  const premiums = Array.from({ length: count }, (_, at) => {
    const fee = cents(ModalPremium * 0.025);
    const visa = at % 3 !== 0;
    return {
      policyId: id,
      day: lastPaidDay - Math.floor((paid - at) * everyDays),
      fields: {
        ID: `${id}-${at + 1}`,
        Amount: ModalPremium,
        Transaction_Fee: fee,
        Total: cents(ModalPremium + fee),
        OrderNumber: `ORD-${id}-${String(at + 1).padStart(5, '0')}`,
        CardHolder: holder,
        PaymentType: at % 5 === 4 ? 'Tarjeta de débito' : 'Tarjeta de crédito',
        CardType: visa ? 'Visa' : 'Mastercard',
        CardNumber: visa ? '**** **** **** 4242' : '**** **** **** 5454',
        CardExpiration: visa ? '09/29' : '03/30',
        Status: fails(at) ? 'Rechazado' : 'Aceptado',
        Currency,
        Concept,
      },
    };
  });
  const contributions = extras.map(({ day, amount, currency }, at) => ({
    policyId: id,
    day,
    fields: {
      ID: `${id}-E${at + 1}`,
      Amount: amount,
      Transaction_Fee: 0,
      Total: amount,
      OrderNumber: `ORD-${id}-E${at + 1}`,
      CardHolder: holder,
      PaymentType: 'Tarjeta de crédito',
      CardType: 'Visa',
      CardNumber: '**** **** **** 4242',
      CardExpiration: '09/29',
      Status: 'Aceptado',
      Currency: currency,
      Concept: EXTRA_CONTRIBUTION,
    },
  }));
  return [...premiums, ...contributions];
}

export const EXTRA_CONTRIBUTION = 'Aportación extra';

/** What a premium is called, by how often it is paid (H9.8). */
const concepts: Record<string, string> = {
  'al mes': 'Prima mensual',
  'al trimestre': 'Prima trimestral',
  'al semestre': 'Prima semestral',
  'al año': 'Prima anual',
};

const categories = ['Póliza', 'Recibo', 'Estado de cuenta', 'Condiciones generales', 'Certificado', 'Carta'];

/** Papers of a policy, spread over the time since it began. */
export function documentsOf({ id, documents = 0, effectiveDay }: DemoPolicy) {
  return Array.from({ length: documents }, (_, at) => ({
    id: `${id}-${at + 1}`,
    policyId: id,
    category: categories[at % categories.length] ?? 'Póliza',
    day: Math.min(-1, effectiveDay + Math.floor((-effectiveDay * at) / documents)),
  }));
}

const cases = [
  ['Apendicitis aguda', 'hospitalario', 'Hospital o centro médico'],
  ['Faringitis', 'ambulatorio', 'Honorarios médicos'],
  ['Esguince de tobillo', 'accidente', 'Imágenes'],
  ['Hipertensión arterial', 'ambulatorio', 'Farmacia'],
  ['Control prenatal', 'ambulatorio', 'Exámenes de laboratorio'],
  ['Lumbalgia', 'ambulatorio', 'Terapias'],
] as const;

const places: Record<
  string,
  { pais: string; ciudad: string; hospitals: readonly string[]; doctors: readonly string[] }
> = {
  'Costa Rica': {
    pais: 'Costa Rica',
    ciudad: 'San José',
    hospitals: ['Hospital Clínica Bíblica', 'Hospital CIMA San José', 'Hospital Metropolitano'],
    doctors: ['Dra. Laura Chaves Brenes', 'Dr. Mauricio Segura Leiva', 'Dra. Adriana Fallas Soto'],
  },
  'República Dominicana': {
    pais: 'República Dominicana',
    ciudad: 'Santo Domingo',
    hospitals: ['Centro Médico Moderno', 'Hospital General de la Plaza de la Salud'],
    doctors: ['Dr. Wilfredo Báez', 'Dra. Yolanda Mejía'],
  },
  Guatemala: {
    pais: 'Guatemala',
    ciudad: 'Ciudad de Guatemala',
    hospitals: ['Hospital Herrera Llerandi', 'Centro Médico'],
    doctors: ['Dra. Rocío Barrios', 'Dr. Julio Sandoval'],
  },
  Colombia: {
    pais: 'Colombia',
    ciudad: 'Medellín',
    hospitals: ['Hospital Pablo Tobón Uribe', 'Clínica Las Américas'],
    doctors: ['Dr. Santiago Echeverri', 'Dra. Manuela Posada'],
  },
};

/** About what a dollar is worth, so that a consultation costs what it may. */
const COLONES = 500;

/** Refunds of a customer, oldest first; `dateAt` turns a day from today into a calendar date. */
export function refundsOf(customer: DemoCustomer, dateAt: (day: number) => string, uuid: () => string) {
  const { count, policyId } = customer.refunds ?? { count: 0, policyId: '' };
  const statuses = count === 'every-status' ? everyStatus : Array.from({ length: count }, (_, at) => (at % 7) + 1);
  const insured = customer.policies.find((one) => one.id === policyId)?.insured?.filter((one) => !one.inactive) ?? [];
  const place = places[customer.residence] ?? places['Costa Rica'];
  return statuses.map((idEstado, at) => {
    const day = -9 - Math.floor((statuses.length - 1 - at) * (count === 500 ? 5.5 : 58));
    const [diagnostico, tipoReembolso, tipoGasto] = cases[at % cases.length] ?? cases[0];
    const patient = insured[at % Math.max(1, insured.length)];
    const divisa = customer.residence === 'Costa Rica' && at % 4 === 3 ? 'CRC' : 'USD';
    const dollars = 45 + ((at * 7919) % 90_000) / 100;
    const importe = divisa === 'CRC' ? String(Math.round(dollars) * COLONES) : dollars.toFixed(2);
    return {
      id: uuid(),
      policyId,
      idEstado,
      estado: statusWords[idEstado] ?? '',
      created: new Date(`${dateAt(day + 4)}T15:30:00Z`),
      ...pathOf(idEstado, day + 4, importe, dateAt),
      fields: {
        tipoReembolso,
        tipoGasto,
        diagnostico,
        paciente: patient?.name ?? '',
        role: patient?.role ?? '',
        patientPolicy: policyId,
        fechaInicioSintomas: dateAt(day - 3),
        fechaDiagnostico: dateAt(day),
        ...(tipoReembolso === 'hospitalario' && { fechaIngreso: dateAt(day), fechaAlta: dateAt(day + 2) }),
        ...(tipoReembolso === 'ambulatorio' && { fechaServicio: dateAt(day) }),
        ...(tipoReembolso === 'accidente' && {
          tipoAccidente: 'Caída',
          fechaAccidente: dateAt(day - 3),
          lugarAccidente: 'Casa',
          detallesAccidente: 'Resbaló al bajar las escaleras',
        }),
        pais: place?.pais ?? '',
        ciudad: place?.ciudad ?? '',
        hospital: place?.hospitals[at % place.hospitals.length] ?? '',
        medico: place?.doctors[at % place.doctors.length] ?? '',
        importe,
        divisa,
      },
    };
  });
}

/** How a refund of that state came there, from the day it was received on (D50). */
function pathOf(idEstado: number, received: number, importe: string, dateAt: (day: number) => string) {
  const since = (state: number, day: number) => ({ idEstado: state, desde: `${dateAt(day)}T16:00:00Z` });
  const decided = Math.min(received + 12, -1);
  const isDecided = idEstado >= 5 && idEstado <= 7;
  const states = [since(1, received)];
  if (idEstado !== 1) states.push(since(isDecided ? 2 : idEstado, received + 2));
  if (isDecided) states.push(since(idEstado, decided));
  const paid = idEstado === 6 ? { importe: Number(importe), fecha: dateAt(Math.min(decided + 3, -1)) } : null;
  // A promise that is broken already would be a strange one to show.
  const promised = !isDecided && idEstado !== 1 && received + DECISION_DAYS > 0;
  return { states, paid, expectedDays: promised ? DECISION_DAYS : null };
}

const questions = [
  ['Consulta sobre mi póliza', 'Quisiera saber si mi póliza cubre la atención fuera del país.'],
  ['Pagos y facturas', 'Pagué ayer y la factura sigue apareciendo como pendiente.'],
  ['Reembolsos', '¿Cuánto tarda en acreditarse un reembolso aprobado?'],
  ['Actualización de datos', 'Cambié de domicilio y necesito actualizarlo en todas mis pólizas.'],
  ['Certificados y documentos', 'Necesito un certificado de cobertura para un viaje.'],
] as const;

/** What the demo's clerk answers to whatever was asked (D50). */
const answeredOn = (instant: string) => ({
  secuencia: 0,
  respuesta: 'Gracias por escribirnos. Revisamos tu póliza y te confirmamos por aquí.',
  autor: CLERK,
  fecha: new Date(instant).toISOString(),
});

/** Help tickets of a customer, oldest first. */
export function ticketsOf(customer: DemoCustomer, dateAt: (day: number) => string, uuid: () => string) {
  const count = customer.tickets ?? 0;
  const statuses = count === 'every-status' ? everyStatus : Array.from({ length: count }, (_, at) => (at % 7) + 1);
  return statuses.map((idEstado, at) => {
    const date = dateAt(-6 - (statuses.length - 1 - at) * (count === 300 ? 7 : 47));
    const [nombre, notas] = questions[at % questions.length] ?? questions[0];
    return {
      id: uuid(),
      policyId: customer.policies[at % Math.max(1, customer.policies.length)]?.id ?? '',
      nombre,
      notas,
      idEstado,
      estado: statusWords[idEstado] ?? '',
      answers: idEstado === 1 ? [] : [answeredOn(`${date}T21:30:00Z`)],
      fechaSolicitud: date,
      created: new Date(`${date}T16:00:00Z`),
    };
  });
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;
