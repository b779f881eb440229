import type { PersonalInformation } from '#contract/account.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { InsuredPerson, Policy } from '#contract/policies.ts';
import type { Sample } from './target.ts';

/** What the kit has learned of the account so far. */
export interface Account {
  email: string;
  password: string;
  id: string;
  nif: string;
  bearer: string;
  internal: string;
  sendToken: string;
  renewal: string;
  personal: PersonalInformation | null;
  policy: Policy | null;
  health: Policy | null;
  patient: InsuredPerson | null;
  ticketType: string;
  refund: string;
  document: string;
  key: string;
  /** The ETag of each list as it was last answered. */
  tags: Partial<Record<EndpointName, string>>;
}

/** A sample, or the reason why there is none. */
type Sampled = Sample | string;

export const pdf = (text = 'conformidad'): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`%PDF-1.4\n%${text}\n%%EOF\n`);

const noHealth = 'the account has no health policy with an insured person';
const perPolicy = ({ policy }: Account): Sampled =>
  policy ? { input: { policyId: policy.Policy } } : 'the account has no policy';
const byId = ({ id }: Account): Sampled => ({ input: { idUsuario: id } });
const wouldChange = 'would change the account for good';
const byAuthenticator = 'needs an authenticator';

/** The sample for each endpoint, in the order of the calls. Those that end a token come last. */
export const samples: Record<EndpointName, (account: Account) => Sampled> = {
  checkEmail: () => ({ input: { email: 'nadie@conformidad.example' } }),
  checkNif: () => ({ input: { nif: '999999999' } }),
  register: () => 'would make an account',
  login: ({ email, password }) => ({ input: { email, password } }),
  accessToken: ({ nif }) => ({ input: { cedula: nif } }),
  policies: ({ id, nif }) => ({ input: { cedula: nif, idUsuario: id } }),
  syncPolicies: ({ id, nif }) => ({ input: { cedula: nif, idUsuario: id } }),
  personalInformation: ({ id }) => ({ input: { id } }),
  // What is stored already: nothing of the account changes.
  updatePersonalInformation: ({ id, personal }) =>
    personal?.estadoCivil ? { input: { id, estadoCivil: personal.estadoCivil } } : 'no marital status is stored',
  pendingBills: ({ policy }) =>
    policy
      ? { input: { VisualTimeInstance: policy.VisualTimeInstance, Policy: policy.Policy, PendingBills: 1 } }
      : 'the account has no policy',
  paymentLink: () => 'would begin a payment',
  payments: perPolicy,
  documents: perPolicy,
  roles: perPolicy,
  cards: ({ health }) => (health ? { input: { policyId: health.Policy } } : noHealth),
  dependents: ({ health }) => (health ? { input: { policyId: health.Policy } } : noHealth),
  refunds: ({ id, health }) => (health ? { input: { idUsuario: id, poliza: health.Policy } } : noHealth),
  createRefund: ({ id, health, patient }) =>
    health && patient ? { input: refundOf(id, health, patient), files: papers() } : noHealth,
  addRefundDocument: ({ id, refund }) =>
    refund
      ? { input: { idReembolso: refund, idUsuario: id, CaseNumber: '' }, files: { documento: pdf() } }
      : 'no refund was made',
  downloadRefundDocument: ({ id, refund, document }) =>
    document ? { input: { idUsuario: id, idReembolso: refund, idDocumento: document } } : 'no refund was made',
  ticketTypes: byId,
  tickets: byId,
  readTogether: ({ id }) => ({
    input: { lecturas: [{ nombre: 'tickets', entrada: { idUsuario: id }, etiqueta: null, grupos: null }] },
  }),
  createTicket: ({ id, policy, ticketType }) =>
    policy && ticketType
      ? {
          input: {
            idUsuario: id,
            idTipoTicket: ticketType,
            descripcion: 'Prueba de conformidad. No hace falta responder.',
            poliza: policy.Policy,
          },
        }
      : 'the account has no policy, or there is no type of ticket',
  receipt: ({ key }) => (key ? { input: { clave: key } } : 'nothing was queued'),
  withdraw: () => ({ input: { clave: crypto.randomUUID() } }),
  forgotPassword: () => ({ input: { email: 'nadie@conformidad.example' } }),
  changePassword: () => wouldChange,
  openRelay: () => ({ input: { lector: 'l'.repeat(43) } }),
  handToRelay: () => 'needs two devices',
  takeFromRelay: () => 'needs two devices',
  passkeys: byId,
  passkeyQuestion: ({ id, password }) => ({ input: { idUsuario: id, password } }),
  addPasskey: () => byAuthenticator,
  renamePasskey: () => byAuthenticator,
  removePasskey: () => byAuthenticator,
  passkeySignInQuestion: () => ({ input: {} }),
  passkeySignIn: () => byAuthenticator,
  pushSettings: byId,
  choosePush: () => wouldChange,
  subscribePush: () => 'needs a browser',
  unsubscribePush: () => 'needs a browser',
  sessions: byId,
  nameSession: () => 'would rename a session of the account; one of the kit is named below',
  endSessions: () => 'would end other sessions of the account; one of the kit is ended below',
  renewInternalToken: byId,
  renewSession: ({ renewal }) => (renewal ? { input: { renovacion: renewal } } : 'it gives no renewal token'),
  lock: () => ({ input: {} }),
  logout: byId,
};

/** Endpoints that we added. A backend may lack them, and the app then does without. */
export const additions: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'withdraw',
  'openRelay',
  'handToRelay',
  'takeFromRelay',
  'passkeys',
  'passkeyQuestion',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'passkeySignInQuestion',
  'passkeySignIn',
  'pushSettings',
  'choosePush',
  'subscribePush',
  'unsubscribePush',
  'sessions',
  'nameSession',
  'endSessions',
  'renewSession',
  'lock',
  'readTogether',
]);

const papers = () => ({ documentoHistoriaClinica: pdf('historia'), documentoFactura: pdf('factura') });

function refundOf(idUsuario: string, { Policy }: Policy, patient: InsuredPerson): Record<string, string> {
  return {
    idUsuario,
    poliza: Policy,
    tipoReembolso: 'ambulatorio',
    paciente: patient.ClientName,
    role: patient.Role,
    patientPolicy: Policy,
    diagnostico: 'Prueba de conformidad',
    fechaInicioSintomas: '2026-01-05',
    fechaDiagnostico: '2026-01-06',
    fechaServicio: '2026-01-07',
    pais: 'Costa Rica',
    ciudad: 'San José',
    hospital: 'Prueba de conformidad',
    medico: 'Prueba de conformidad',
    tipoGasto: 'Honorarios médicos',
    importe: '1.00',
    divisa: 'USD',
    // A backend that does not know them takes the refund as before.
    facturaEmisor: '3101165888',
    facturaNumero: '00100004010000000783',
    facturaClave: '50605012600310116588800100004010000000783169122172',
  };
}
