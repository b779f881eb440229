import { usePasskeysHere } from '#session/hooks.ts';
import { Banner } from '#ui/banner.tsx';
import { Columns } from '#ui/columns.tsx';
import { useGoBack } from '#ui/go-back.ts';
import { Screen } from '#ui/screen.tsx';
import { useOnline } from '#ui/use-online.ts';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyList } from './passkey-list.tsx';

/** D56: the customer's passkeys, on this device and others. */
export function PasskeysScreen() {
  const goBack = useGoBack();
  const online = useOnline();
  const { here, canAdd } = usePasskeysHere();
  return (
    <Screen title="Huella, rostro o PIN" onBack={goBack}>
      {!online && (
        <Banner tone="waiting" icon="offline">
          Para activar o quitar una forma de entrar necesitas conexión. Lo que escribas se queda aquí mientras vuelve.
        </Banner>
      )}
      <Columns>
        <AddPasskey isHere={here.length > 0} canAdd={canAdd} />
        <PasskeyList here={here} />
      </Columns>
    </Screen>
  );
}
