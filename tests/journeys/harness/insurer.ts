import { PASSWORD } from './test.ts';

export interface KnownRefund {
  id: string;
  diagnostico: string;
  CaseNumber: string;
  documentos: { idDocumento: string; tipo: string; filename: string }[];
}

interface KnownTicket {
  id: string;
  notas: string;
  CaseNumber: string;
  respuestas?: { texto: string }[];
}

/** Reads the server directly, as the customer's other device would. */
export async function insurer(url: string, email: string, password: string = PASSWORD) {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetchTwice(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { usuario, polizas } = await post('/api/usuarios/login', { email, password });
  const { access_token } = await post(
    '/api/auth/salesforce/getAccessToken',
    { cedula: usuario.nif },
    { 'Amparo-Internal-Token': usuario.token },
  );
  const headers = { authorization: `Bearer ${access_token}`, 'Amparo-Internal-Token': usuario.token };
  const get = async (path: string) => {
    const answer = await fetchTwice(`${url}${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    usuario,
    polizas: polizas as { Policy: string; PolicyNumber: string; LineOfBusinessType: string }[],
    headers,
    /** Any other request that only reads. */
    get,
    refunds: (policy: string): Promise<KnownRefund[]> =>
      get(`/api/reembolsos/getByPolicy?idUsuario=${usuario.id}&poliza=${encodeURIComponent(policy)}`),
    tickets: (): Promise<KnownTicket[]> => get(`/api/tickets/getTicketsByPoliza?idUsuario=${usuario.id}`),
    file: async (refund: string, document: string): Promise<Buffer> => {
      const { url: address } = await get(
        `/api/reembolsos/downloadDocument?idUsuario=${usuario.id}&idReembolso=${refund}&idDocumento=${document}`,
      );
      const answer = await fetch(new URL(address, url));
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}

/** Gives the newest refund of a policy another state at the insurer's desk. @returns the refund's id */
export async function decideRefund(url: string, email: string, policy: string, state: string): Promise<string> {
  const { refunds, usuario } = await insurer(url, email);
  const [refund] = await refunds(policy);
  if (!refund) throw new Error(`no refund on ${policy}`);
  const body = new URLSearchParams({ accion: 'reembolso', cliente: usuario.id, id: refund.id, estado: state });
  const answer = await fetch(`${url}/demo/oficina`, { method: 'POST', redirect: 'manual', body });
  if (answer.status !== 303) throw new Error(`the desk: ${answer.status}`);
  return refund.id;
}

/** Fetches, and once more after a failure: a kept-alive connection may close just when it is used again. */
async function fetchTwice(address: string, init: RequestInit): Promise<Response> {
  return fetch(address, init).catch(() => fetch(address, init));
}
