import { type ReactNode, useState } from 'react';
import { thisDevice } from '#senses/this-device.ts';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';

interface StartAgainProps {
  /** Tells what is being continued. */
  children: ReactNode;
  /** What would be erased: 'se borrará … lo que escribiste'. */
  erased: (device: string) => string;
  onAgain: () => unknown;
}

/**
 * Tells that a draft is being continued, and offers to drop it. The question appears inline: a dialog would add a history
 * entry while the steps go back.
 */
export function StartAgain({ children, erased, onAgain }: StartAgainProps) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    const ask = () => {
      setAsking(true);
      ignoreSecondPress();
    };
    return <NoteWithChoices choices={[{ text: 'Empezar de nuevo', onPress: ask }]}>{children}</NoteWithChoices>;
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
      <b>¿Empezar de nuevo?</b> {erased(thisDevice())}
    </NoteWithChoices>
  );
}
