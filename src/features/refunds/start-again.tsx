import { useState } from 'react';
import { thisDevice } from '#senses/this-device.ts';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';

/**
 * Tells that a draft is being continued, and offers to drop it. The question appears inline: a dialog would add a history
 * entry while the steps go back.
 */
export function StartAgain({ repeated, onAgain }: { repeated: boolean; onAgain: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    const ask = () => {
      setAsking(true);
      ignoreSecondPress();
    };
    return (
      <NoteWithChoices choices={[{ text: 'Empezar de nuevo', onPress: ask }]}>
        {repeated ? (
          <>
            <b>Llenamos lo que se repite.</b> Revisa cada paso y pon lo nuevo: fechas, importe y documentos.
          </>
        ) : (
          <>
            <b>Seguimos donde lo dejaste.</b> Todo lo que escribiste está aquí.
          </>
        )}
      </NoteWithChoices>
    );
  }
  return (
    <NoteWithChoices
      role="alert"
      choices={[
        // 'Seguir' comes first, where the pressed button was: a slow second tap must not erase the draft.
        { text: 'Seguir con esta', onPress: () => setAsking(false) },
        { text: 'Borrar y empezar de nuevo', onPress: () => void onAgain() },
      ]}
    >
      <b>¿Empezar de nuevo?</b> Se borrarán de {thisDevice()} las respuestas y los archivos de esta solicitud, que aún
      no se ha enviado.
    </NoteWithChoices>
  );
}
