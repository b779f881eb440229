import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { screens } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import { usePasskeysHere } from '#session/hooks.ts';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { answerOffer } from '../offers-note.ts';
import styles from './offers.module.css';

interface PasskeyOfferProps {
  onAnswer: () => void;
  /** Shown when no passkey can be offered. */
  otherwise: ReactNode;
}

/** D56: offered once on home, after an unlock by password on a device that can hold a passkey. */
export function PasskeyOffer({ onAnswer, otherwise }: PasskeyOfferProps) {
  const { here, canAdd } = usePasskeysHere();
  const navigate = useNavigate();
  if (canAdd === null) return null;
  if (!canAdd || here.length > 0) return otherwise;
  const answer = () => {
    answerOffer();
    onAnswer();
  };
  const take = () => {
    answer();
    void navigate(screens.passkeys);
  };
  return (
    <div className={styles.offer} data-passing>
      <NoteWithChoices
        choices={[
          { text: 'Activar', about: 'huella, rostro o PIN', onPress: take },
          { text: 'Ahora no', about: 'huella, rostro o PIN', onPress: answer },
        ]}
      >
        <b>La próxima vez, entra con tu huella, tu rostro o el PIN de {thisDevice()}.</b> Tu contraseña sigue sirviendo.
      </NoteWithChoices>
    </div>
  );
}
