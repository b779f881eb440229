import { usePasskeysHere } from '#session/hooks.ts';
import { Screen } from '#ui/base/screen.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { Columns } from '#ui/lists/columns.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyList } from './passkey-list.tsx';

/** D56: the customer's passkeys, on this device and others. */
export function PasskeysScreen() {
  const goBack = useGoBack();
  const { here, canAdd } = usePasskeysHere();
  return (
    <Screen title="Huella, rostro o PIN" onBack={goBack}>
      <OfflineWarning>
        Para activar o quitar una forma de entrar necesitas conexión. Lo que escribas se queda aquí mientras vuelve.
      </OfflineWarning>
      <Columns>
        <AddPasskey isHere={here.length > 0} canAdd={canAdd} />
        <PasskeyList here={here} />
      </Columns>
    </Screen>
  );
}
