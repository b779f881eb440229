import { useState } from 'react';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useQueue } from '#outbox/hooks.ts';
import { howMany, type Sealed, whatIs } from '#requests/sealed-text.ts';
import { dotted } from '#rules/joined.ts';
import { readableName } from '#rules/people.ts';
import { isHelpHidden } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useCustomer, usePasskeysHere, useSealedQueue } from '#session/hooks.ts';
import { Screen } from '#ui/base/screen.tsx';
import { Part } from '#ui/cards/part.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { LogoutDialog } from './logout-dialog.tsx';
import { Notices } from './notices.tsx';
import { OnThisDevice } from './on-this-device.tsx';
import styles from './settings-screen.module.css';

/** H2.12, H2.62: the customer's account and its data on this device. */
export function SettingsScreen() {
  const goBack = useGoBack();
  const who = useCustomer();
  const { groups } = useMirrored(policiesCollection);
  const sealed = useSealedQueue();
  const waiting = useQueue().length + sealed.waiting;
  const [leaving, setLeaving] = useState(false);
  const { here, canAdd } = usePasskeysHere();
  const helpHidden = isHelpHidden(groups?.flatMap(({ rows }) => rows) ?? []);

  return (
    <Screen title="Gestiona tu cuenta" onBack={goBack} wide about={who && dotted(readableName(who.nombre), who.email)}>
      <div className={styles.parts}>
        <nav className="stack-5" aria-label="Tu cuenta">
          <Part id="data" title="Tus datos">
            <RowGroup>
              <Row
                icon="user"
                tone="ceiba"
                title="Información personal"
                detail="Contacto, domicilio y finanzas"
                to={screens.personalInformation}
              />
              {!helpHidden && (
                <Row icon="help" tone="ceiba" title="Ayuda" detail="Tus consultas y una nueva" to={screens.help} />
              )}
            </RowGroup>
          </Part>
          <Part id="security" title="Seguridad">
            <RowGroup>
              <Row
                icon="lock"
                title="Cambiar contraseña"
                detail="Elige una nueva cuando quieras"
                to={screens.password}
              />
              {(canAdd || here.length > 0) && (
                <Row
                  icon="fingerprint"
                  title="Huella, rostro o PIN"
                  detail={here.length > 0 ? `Activado en ${thisDevice()}` : 'Entra sin escribir tu contraseña'}
                  to={screens.passkeys}
                />
              )}
              <Row icon="device" title="Tus sesiones" detail="Dónde está abierta tu cuenta" to={screens.sessions} />
            </RowGroup>
          </Part>
        </nav>
        <div className="stack-5">
          <Notices />
          <OnThisDevice>
            <Row
              icon="clock"
              tone={waiting + howMany(sealed) > 0 ? 'warn' : 'neutral'}
              title="Pendientes"
              detail={pendingText(waiting, sealed)}
              to={screens.pending}
            />
          </OnThisDevice>
        </div>
      </div>
      <div className={styles.leave}>
        <Button look="line" icon="logout" onClick={() => setLeaving(true)}>
          Cerrar sesión
        </Button>
      </div>
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </Screen>
  );
}

function pendingText(waiting: number, sealed: Sealed): string {
  if (waiting === 0 && howMany(sealed) > 0) return `${whatIs(sealed)} por recuperar`;
  if (waiting === 0) return 'Todo enviado · Comprobantes';
  return waiting === 1 ? '1 solicitud por enviar' : `${waiting} solicitudes por enviar`;
}
