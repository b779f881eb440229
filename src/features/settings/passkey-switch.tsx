import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { problemText } from '#rules/problem-words.ts';
import { screens } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import { usePasskeysHere, useSession } from '#session/hooks.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Confirm } from '#ui/layers/confirm.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { ControlRow } from '#ui/lists/rows.tsx';
import { useFailure } from '#ui/states/failure.tsx';

/**
 * Whether a passkey opens this device. Turning it on leads to its form, which asks for the password; turning it off asks once.
 * Absent where this device can hold none; until that is known it keeps its place where the browser knows passkeys at all.
 */
export function PasskeySwitch() {
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const failure = useFailure();
  const online = useOnline();
  const { here, known, canAdd } = usePasskeysHere();
  const [removing, setRemoving] = useState(false);
  const isOn = here.length > 0;
  const isAsked = !isOn && (!known || canAdd === null) && canAdd !== false;
  if (!isOn && !(isAsked ? 'PublicKeyCredential' in window : canAdd)) return null;

  const remove = async () => {
    failure.clear();
    for (const { credential } of here) {
      const removed = await session.removePasskey(credential);
      if (!removed.ok) {
        setRemoving(false);
        return failure.fail(problemText(removed.problem));
      }
    }
    setRemoving(false);
    toast({ text: 'Desde ahora entras con tu contraseña' });
  };
  const on = online ? `Activado en ${thisDevice()}` : 'Activado. Para quitarlo necesitas conexión.';
  return (
    <ControlRow>
      <Switch
        icon="fingerprint"
        checked={isOn}
        disabled={isOn && !online}
        busy={isAsked}
        onChange={(wanted) => (wanted ? void navigate(screens.passkeys) : setRemoving(true))}
        detail={
          <>
            {isOn ? on : 'Entra sin escribir tu contraseña. Al activarlo te la pedimos en otra pantalla.'}
            {failure.note}
          </>
        }
      >
        Huella, rostro o PIN
      </Switch>
      {removing && (
        <Confirm
          title={`¿Quitarlo de ${thisDevice()}?`}
          text="Desde ahora aquí se entra solo con la contraseña. Nada de lo guardado se pierde."
          act="Quitar"
          keep="Conservar"
          onAct={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </ControlRow>
  );
}
