import type { EndpointName } from '#contract/endpoints.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { deviceKeys } from '../push-service.ts';
import { Authenticator } from './authenticator.ts';
import { pdf, refundFields, refundPapers, registration, type Sent, send } from './requests.ts';
import { ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

/**
 * A call that succeeds, for each endpoint, by a customer of Costa Rica who is signed in. Each call is good once.
 *
 * @param health the number of a policy that covers illness
 */
export async function callsOf(server: TestApp, who: SignedIn, health: string): Promise<Record<EndpointName, Sent>> {
  const { id: idUsuario, nif: cedula } = who;
  const policyId = { fields: { policyId: health } };
  const key = crypto.randomUUID();
  const made = await send(
    server.app,
    'createRefund',
    { fields: refundFields(who, health), files: refundPapers() },
    { ...who.headers, 'Idempotency-Key': key },
  );
  const refund = made.body.reembolso as { id: string; documentos: { idDocumento: string }[] };
  const life = { fields: { policyId: '520022' } };
  const [phone, desk] = [new Authenticator(ORIGIN), new Authenticator(ORIGIN)];
  const asked = { fields: { idUsuario, password: 'Amparo2026' } };
  const question = async (name: EndpointName, sent: Sent) =>
    (await send(server.app, name, sent, who.headers)).body as unknown as PasskeyQuestion;
  const addition = async (device: Authenticator) => ({
    fields: { idUsuario, nombre: 'Un equipo', respuesta: device.create(await question('passkeyQuestion', asked)) },
  });
  await send(server.app, 'addPasskey', await addition(phone), who.headers);
  const lector = 'l'.repeat(43);
  const { relevo } = (await send(server.app, 'openRelay', { fields: { lector } })).body as { relevo: string };
  const listed = await send(server.app, 'sessions', { fields: { idUsuario } }, who.headers);
  const sesion = (listed.body as unknown as { id: string; aqui: boolean }[]).find(({ aqui }) => aqui)?.id;
  return {
    openRelay: { fields: { lector } },
    handToRelay: { fields: { relevo, contenido: 'c2VhbGVk' } },
    takeFromRelay: { fields: { relevo, lector } },
    checkEmail: { fields: { email: 'nadie@demo.test' } },
    checkNif: { fields: { nif: '999999999' } },
    register: await registration('nueva@demo.test', '1710345677'),
    login: { fields: { email: 'costarica@demo.test', password: 'Amparo2026' } },
    renewSession: { fields: { renovacion: who.renewal } },
    logout: { fields: { idUsuario } },
    lock: { fields: {} },
    sessions: { fields: { idUsuario } },
    nameSession: { fields: { idUsuario, sesion, apodo: 'Teléfono de Ana' } },
    endSessions: { fields: { idUsuario } },
    personalInformation: { fields: { id: idUsuario } },
    updatePersonalInformation: { fields: { id: idUsuario, profesion: 'Pediatra', ingresosAdicOrig: null } },
    renewInternalToken: { fields: { idUsuario } },
    changePassword: { fields: { id: idUsuario, current: 'Amparo2026', new: 'Amparo2026', confirm: 'Amparo2026' } },
    passkeys: { fields: { idUsuario } },
    passkeyQuestion: asked,
    addPasskey: await addition(desk),
    renamePasskey: { fields: { idUsuario, credencial: desk.id, nombre: 'El de casa' } },
    removePasskey: { fields: { idUsuario, credencial: desk.id } },
    passkeySignInQuestion: { fields: {} },
    passkeySignIn: { fields: { respuesta: phone.get(await question('passkeySignInQuestion', { fields: {} })) } },
    forgotPassword: { fields: { email: 'costarica@demo.test' } },
    accessToken: { fields: { cedula } },
    pendingBills: { fields: { VisualTimeInstance: 'VTUSA', Policy: '520023', PendingBills: 1 } },
    paymentLink: {
      fields: {
        VisualTimeInstance: 'VTUSA',
        PolicyNumber: 'CR-VID-0028733',
        BillNo: 'F-520023-1',
        Amount: 412.5,
        Currency: null,
      },
    },
    policies: { fields: { cedula, idUsuario } },
    syncPolicies: { fields: { cedula, idUsuario } },
    payments: policyId,
    documents: policyId,
    roles: life,
    cards: policyId,
    dependents: policyId,
    refunds: { fields: { idUsuario, poliza: health } },
    createRefund: { fields: refundFields(who, health), files: refundPapers() },
    addRefundDocument: { fields: { idReembolso: refund.id, idUsuario, CaseNumber: '' }, files: { documento: pdf() } },
    downloadRefundDocument: {
      fields: { idUsuario, idReembolso: refund.id, idDocumento: refund.documentos[0]?.idDocumento },
    },
    ticketTypes: { fields: { idUsuario } },
    tickets: { fields: { idUsuario } },
    createTicket: { fields: { idUsuario, idTipoTicket: '1', descripcion: '¿Me cubre?', poliza: health } },
    receipt: { fields: { clave: key } },
    withdraw: { fields: { clave: key } },
    pushSettings: { fields: { idUsuario } },
    readTogether: {
      fields: { lecturas: [{ nombre: 'tickets', entrada: { idUsuario }, etiqueta: null, grupos: null }] },
    },
    choosePush: { fields: { idUsuario, tema: 'facturas', activo: true } },
    subscribePush: { fields: { idUsuario, ...deviceKeys().keys, endpoint: 'https://push.example.com/maria' } },
    unsubscribePush: { fields: { idUsuario, endpoint: 'https://push.example.com/maria' } },
  };
}
