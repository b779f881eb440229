import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { wireFieldsOf } from '#rules/wizard-wire.ts';
import { jpeg, livingIn } from '../countries/people.ts';
import { ORIGIN, pathOf, type SignedIn } from './test-app.ts';

/** Fields and files of one call, before they are put into a request. */
export interface Sent {
  fields: Record<string, unknown>;
  files?: Record<string, File>;
}

/** The request a client would send to the endpoint. */
export function requestFor(name: EndpointName, { fields, files = {} }: Sent, headers: Record<string, string> = {}) {
  const row: Endpoint = endpoints[name];
  const rest = { ...fields };
  const path = pathOf(name).replace(/:(\w+)/g, (_, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    return encodeURIComponent(value);
  });
  const texts = Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]);
  const init: RequestInit = { method: row.method, headers };
  if (row.carries === 'query') return new Request(`${ORIGIN}${path}?${new URLSearchParams(texts)}`, init);
  if (row.carries === 'form') init.body = new URLSearchParams(texts);
  if (row.carries === 'json') {
    init.body = JSON.stringify(rest);
    init.headers = { 'Content-Type': 'application/json', ...headers };
  }
  if (row.carries === 'multipart') {
    const form = new FormData();
    for (const [key, value] of texts) form.append(key, value);
    for (const [key, file] of Object.entries(files)) form.append(key, file);
    init.body = form;
  }
  return new Request(ORIGIN + path, init);
}

/** Sends a request to the endpoint and parses the answer. */
export async function send(
  app: { fetch(request: Request): Response | Promise<Response> },
  name: EndpointName,
  sent: Sent,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await app.fetch(requestFor(name, sent, headers));
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : {}, headers: response.headers };
}

/** The smallest PDF the server accepts, with `padding` more bytes. */
export const pdf = (name = 'factura.pdf', padding = 0): File =>
  new File([`%PDF-1.4\n%${'x'.repeat(padding)}\n%%EOF\n`], name, { type: 'application/pdf' });

/** The fields of a refund for the policy that the rules accept. */
export const refundFields = (who: Pick<SignedIn, 'id'>, poliza: string): Record<string, string> => ({
  idUsuario: who.id,
  poliza,
  tipoReembolso: 'ambulatorio',
  paciente: 'ROJAS MORA, MARIA FERNANDA',
  role: 'Policy Owner',
  patientPolicy: poliza,
  diagnostico: 'Faringitis',
  fechaInicioSintomas: '2026-10-01',
  fechaDiagnostico: '2026-10-02',
  fechaServicio: '2026-10-03',
  pais: 'Costa Rica',
  ciudad: 'San José',
  hospital: 'Hospital CIMA San José',
  medico: 'Dra. Laura Chaves Brenes',
  tipoGasto: 'Honorarios médicos',
  importe: '86.40',
  divisa: 'USD',
});

export const refundPapers = () => ({
  documentoHistoriaClinica: pdf('historia.pdf'),
  documentoFactura: pdf('factura.pdf'),
});

/** A registration from Ecuador that the server accepts. */
export async function registration(email: string, nif: string): Promise<Sent> {
  const { country, person, around } = await livingIn('Ecuador');
  const fields = wireFieldsOf(country, { ...person, email, nif, password: 'Secreta2026' }, around.lists);
  return { fields, files: { frontal: jpeg('frontal.jpg'), reverso: jpeg('reverso.jpg') } };
}
