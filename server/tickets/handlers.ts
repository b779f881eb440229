import { desc, eq } from 'drizzle-orm';
import { fail, ok } from '#contract/result.ts';
import type { Ticket } from '#contract/tickets.ts';
import { today } from '#rules/dates.ts';
import { isColombian } from '#rules/policies.ts';
import { zoneFor } from '#rules/time-zones.ts';
import { handIn } from '../commands/hand-in.ts';
import { rowsBytes, rowsVersion } from '../database/rows-version.ts';
import { tickets as ticketTable } from '../database/schema.ts';
import { Answered, type Handler } from '../handler.ts';
import { findTicketType, ticketTypesOffered } from './ticket-types.ts';

/** GET /tickets/getTiposTickets. */
export const ticketTypes: Handler<'ticketTypes'> = async () => ok([...ticketTypesOffered]);

/** GET /tickets/getTicketsByPoliza: all of the customer's, newest first. */
export const tickets: Handler<'tickets'> = async ({ db, clock, who, hold }) => {
  const own = eq(ticketTable.customerId, who.customer.id);
  const version = await rowsVersion(db, [ticketTable, own]);
  const list = async () => {
    hold(await rowsBytes(db, [ticketTable, own]));
    const rows = await db
      .select()
      .from(ticketTable)
      .where(own)
      .orderBy(desc(ticketTable.fechaSolicitud), desc(ticketTable.serial));
    return ok(rows.map(ticketOf));
  };
  // With the day, as for refunds.
  return ok(new Answered(list, [who.customer.id, today(clock(), 'UTC'), version]));
};

/** POST /tickets/create. */
export const createTicket: Handler<'createTicket'> = async (call) => {
  const { clock, uuid, who, policy, input } = call;
  const type = findTicketType(input.idTipoTicket);
  if (!type) return fail('invalid', { fields: { idTipoTicket: 'Por favor, introduce un valor válido' } });
  // H6.3: help goes to the Colombian company by other ways.
  if (isColombian(policy)) {
    return fail('invalid', { fields: { poliza: 'Esta póliza no admite consultas desde la app' } });
  }

  return handIn('ticket.create', call, async (tx, numberOf) => {
    const [row] = await tx
      .insert(ticketTable)
      .values({
        id: uuid(),
        customerId: who.customer.id,
        policyId: policy.Policy,
        nombre: type.nombre,
        notas: input.descripcion,
        idEstado: 1,
        estado: 'Nuevo',
        // The customer's day (D53). An app of before sends no zone: then the one of the customer's country (D78).
        fechaSolicitud: today(clock(), input.zonaHoraria || zoneFor(who.customer.residenciaFiscal)),
        caseNumber: '',
        created: clock(),
      })
      .returning();
    if (!row) return fail('unavailable');
    const caseNumber = numberOf(row.serial);
    await tx.update(ticketTable).set({ caseNumber }).where(eq(ticketTable.id, row.id));
    return ok({
      numero: caseNumber,
      made: { ticket: ticketOf({ ...row, caseNumber }) },
      told: () => ({
        id: row.id,
        numero: caseNumber,
        poliza: policy.Policy,
        tipo: type.nombre,
        descripcion: input.descripcion,
        fecha: row.fechaSolicitud,
      }),
    });
  });
};

function ticketOf(row: typeof ticketTable.$inferSelect): Ticket {
  const { id, nombre, notas, estado, idEstado, fechaSolicitud, caseNumber } = row;
  const created = row.created.toISOString();
  const respuestas = row.answers.map(({ respuesta, autor = '', fecha = null }) => ({ texto: respuesta, autor, fecha }));
  return { id, nombre, notas, estado, idEstado, fechaSolicitud, CaseNumber: caseNumber, respuestas, created };
}
