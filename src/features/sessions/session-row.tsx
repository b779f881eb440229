import { ageOf, HOUR_MS } from '#contract/age.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import { atHour, dateOf, longDate, timeAgo } from '#rules/dates.ts';
import { capital, dotted } from '#rules/joined.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Button } from '#ui/controls/button.tsx';
import { InfoRow } from '#ui/lists/rows.tsx';

export type Listed = AnswerOf<'sessions'>[number];

interface SessionRowProps {
  listed: Listed;
  /** As it is named among the others. */
  name: string;
  online: boolean;
  /** Said when a button is pressed without a connection. */
  needed: string;
  onRename: () => void;
  onEnd: () => void;
}

/** One session, with the buttons that name and end it. The one in hand is ended in the settings. */
export function SessionRow({ listed, name, online, needed, onRename, onEnd }: SessionRowProps) {
  const pressing = { look: 'quiet', size: 'small', fit: true, disabled: !online, why: needed } as const;
  return (
    <InfoRow icon="device" tone={listed.aqui ? 'ceiba' : 'neutral'} title={name} detail={history(listed)}>
      {listed.apodo !== undefined && (
        <Button {...pressing} about={name} onClick={onRename}>
          {listed.apodo === '' ? 'Dar un nombre' : 'Cambiar nombre'}
        </Button>
      )}
      {!listed.aqui && (
        <Button {...pressing} aria-label={`Cerrar la sesión de ${name}`} onClick={onEnd}>
          Cerrar
        </Button>
      )}
    </InfoRow>
  );
}

/** The customer's own name for it, or what the browser calls itself. */
export const nameOf = ({ apodo, nombre }: Listed): string => apodo || nombre || 'Un navegador';

/** What else is known of it. */
export function history({ apodo, nombre, aqui, bloqueada, desde, visto }: Listed): string {
  const since = `Desde el ${longDate(dateOf(desde))} ${atHour(new Date(desde))}`;
  return dotted(
    apodo && nombre,
    aqui ? capital(thisDevice()) : bloqueada && 'Bloqueada',
    since,
    !aqui && `última vez ${lastUse(new Date(visto), new Date())}`,
  );
}

/** The server notes a use once an hour, so minutes would promise too much. */
function lastUse(seen: Date, now: Date): string {
  const age = ageOf(seen.getTime(), now.getTime());
  return age !== null && age < HOUR_MS ? 'hace menos de 1 h' : timeAgo(seen, now);
}
