import type { AnswerOf } from '#contract/endpoints.ts';
import { personalInformation } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { dateOf, nearDate, today } from '#rules/dates.ts';
import { screens } from '#rules/screens.ts';
import { type ServerList, useServerList } from '#screens/use-server-list.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Part } from '#ui/cards/part.tsx';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { PasskeySwitch } from './passkey-switch.tsx';

/** What keeps the account safe. What is not known on this device says what the row is for. */
export function Security() {
  const { groups } = useMirrored(personalInformation);
  const changed = dateOf(groups?.[0]?.rows[0]?.contrasenaCambiada ?? '');
  const now = useMinute();
  const { list, online } = useServerList('sessions');
  return (
    <Part id="security" title="Seguridad">
      <RowGroup thin>
        <Row
          icon="lock"
          title="Contraseña"
          detail={changed ? `Cambiada el ${nearDate(changed, today(now))}` : 'Elige una nueva cuando quieras'}
          to={screens.password}
        />
        <PasskeySwitch />
        <Row
          icon="device"
          title="Tus sesiones"
          detail={(online && sessionsText(list)) || 'Dónde está abierta tu cuenta'}
          to={screens.sessions}
        />
      </RowGroup>
    </Part>
  );
}

/** A locked session reads nothing, so it is not counted as open. Null while the list is not known. */
function sessionsText(list: ServerList<AnswerOf<'sessions'>[number]>): string | null {
  if (list.state !== 'here' || list.rows.length === 0) return null;
  if (list.rows.every(({ aqui }) => aqui)) return `Solo en ${thisDevice()}`;
  return `${list.rows.filter(({ bloqueada }) => !bloqueada).length} con sesión abierta`;
}
