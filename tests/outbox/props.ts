import type { LockPort } from '#outbox/ports.ts';

/** The device's wall clock, which tests move. The server has another. */
export interface Clock {
  (): number;
  move(milliseconds: number): void;
}

export function createClock(start = Date.now()): Clock {
  let now = start;
  return Object.assign(() => now, {
    move(milliseconds: number) {
      now += milliseconds;
    },
  });
}

/** Locks across the pages and workers of one device. A frozen holder never releases its locks; a dead one does. */
export function createLocks() {
  const held = new Map<string, string>();
  return {
    of(holder: string): LockPort {
      return {
        async ifFree(name, work) {
          if (held.has(name)) return null;
          held.set(name, holder);
          try {
            return await work();
          } finally {
            if (held.get(name) === holder) held.delete(name);
          }
        },
      };
    },
    died(holder: string) {
      for (const [name, by] of held) if (by === holder) held.delete(name);
    },
  };
}

/** Intervals that tick only when a test says so. */
export function createTicker() {
  const running = new Set<() => void>();
  return {
    every: (_: number, run: () => void) => {
      running.add(run);
      return () => running.delete(run) && undefined;
    },
    tick() {
      for (const run of running) run();
    },
  };
}

let counted = 0;
/** A text that no other test uses. */
export const unique = (text: string): string => {
  counted += 1;
  return `${text} ${counted}`;
};

/** A small PDF that contains the text, with `padding` more bytes. */
export function pdf(text: string, padding = 0): { bytes: ArrayBuffer; name: string; type: string } {
  const bytes = new TextEncoder().encode(`%PDF-1.4\n% ${text}\n${' '.repeat(padding)}%%EOF\n`);
  return { bytes: bytes.buffer as ArrayBuffer, name: `${text.replaceAll(' ', '-')}.pdf`, type: 'application/pdf' };
}

/** Whose request it is, under which of their policies. */
export interface Whose {
  idUsuario: string;
  policyId: string;
}

export const ticketFields = ({ idUsuario, policyId }: Whose, descripcion: string): Record<string, string> => ({
  idUsuario,
  idTipoTicket: '1',
  descripcion,
  poliza: policyId,
});

export const refundFields = ({ idUsuario, policyId }: Whose, diagnostico: string): Record<string, string> => ({
  idUsuario,
  poliza: policyId,
  tipoReembolso: 'ambulatorio',
  paciente: 'ROJAS MORA, MARIA FERNANDA',
  diagnostico,
  fechaInicioSintomas: '2026-03-01',
  fechaDiagnostico: '2026-03-02',
  fechaServicio: '2026-03-02',
  pais: 'Costa Rica',
  ciudad: 'San José',
  hospital: 'Clínica Norte',
  medico: 'Dra. Mora',
  tipoGasto: 'Farmacia',
  importe: '86.40',
  divisa: 'USD',
});

export const refundFilesOf = (text: string) => ({
  documentoHistoriaClinica: pdf(`historia ${text}`),
  documentoFactura: pdf(`factura ${text}`),
});
