import { calendarFile } from '#rules/calendar-file.ts';
import { addDays, today } from '#rules/dates.ts';

/** How queued items leave this device: by itself through background sync, or only while Amparo is open. */
export type Leaving = 'by-itself' | 'while-open';

export const leavingWords: Record<Leaving, string> = {
  'by-itself': 'Cuando haya conexión se envía sola, aunque cierres la app.',
  'while-open': 'Abre Amparo con conexión para que salga.',
};

/** Whether this is a private window, which deletes its storage when closed. Chromium hides that from a page on purpose. */
export type Privacy = 'private' | 'unknown' | 'kept';

export const privacyWords: Record<Privacy, string | null> = {
  private: 'Estás en una ventana privada: al cerrarla se borra lo que espera aquí.',
  unknown: 'En una ventana privada, lo que espera se borra al cerrarla.',
  kept: null,
};

/** A reminder for tomorrow in the customer's calendar. It does not say what is queued. */
export function openingReminder(now: Date): string {
  const entry = {
    uid: 'abrir@amparo',
    date: addDays(today(now), 1),
    title: 'Abrir Amparo con conexión',
    text: 'Así sale lo que está pendiente de envío.',
    alarm: 'that-morning',
  } as const;
  return calendarFile([entry], now);
}
