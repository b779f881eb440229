import { useState } from 'react';
import { personalInformation, policies as policiesCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { readableName } from '#rules/people.ts';
import { isHelpHidden } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { useCustomer } from '#session/hooks.ts';
import { initialsOf } from '#ui/base/initials.ts';
import { Screen } from '#ui/base/screen.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { Appearance } from './appearance.tsx';
import { LogoutDialog } from './logout-dialog.tsx';
import { Notices } from './notices.tsx';
import { OnThisDevice } from './on-this-device.tsx';
import { Security } from './security.tsx';
import styles from './settings-screen.module.css';
import { Version } from './version.tsx';

/** H2.12, H2.62: the customer's account and its data on this device, with a value under each name. */
export function SettingsScreen() {
  const goBack = useGoBack();
  const { groups } = useMirrored(policiesCollection);
  const [leaving, setLeaving] = useState(false);
  const helpHidden = isHelpHidden(groups?.flatMap(({ rows }) => rows) ?? []);
  const help = (
    <ScreenButton className={styles.help} look="quiet" size="small" fit to={screens.help}>
      Ayuda
    </ScreenButton>
  );

  return (
    <Screen title="Gestiona tu cuenta" onBack={goBack} wide aside={!helpHidden && help}>
      <div className={styles.parts}>
        <div className="stack-4">
          <Account />
          <Security />
          <Notices />
        </div>
        <div className="stack-4">
          <Appearance />
          <OnThisDevice />
        </div>
      </div>
      <div className={styles.foot}>
        <Button className={styles.leave} look="quiet" size="small" fit icon="logout" onClick={() => setLeaving(true)}>
          Cerrar sesión
        </Button>
        <Version />
      </div>
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </Screen>
  );
}

/** Who the customer is, leading to the personal information. It keeps its place until the name is read. */
function Account() {
  const who = useCustomer();
  const info = useMirrored(personalInformation).groups?.[0]?.rows[0];
  const name = who && readableName(info ? `${info.nombre} ${info.apellidos}` : who.nombre);
  return (
    <RowGroup>
      <Row
        icon={name ? { initials: initialsOf(name) } : 'user'}
        title={
          <>
            <span className={name ? 'visually-hidden' : undefined}>Información personal{name && ': '}</span>
            {name}
          </>
        }
        detail={who?.email ?? 'Contacto, domicilio y finanzas'}
        to={screens.personalInformation}
      />
    </RowGroup>
  );
}
