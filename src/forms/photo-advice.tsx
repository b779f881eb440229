import type { Advice } from '#photos/look.ts';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { adviceWords, formWords } from './words.ts';

interface PhotoAdviceProps {
  advice: Advice;
  /** The photo's name: 'Frontal'. */
  label: string;
  onRepeat: () => void;
  /** 'Usarla así': the customer keeps the photo. */
  onKeep: () => void;
}

/** Says how a photo could be better. It forbids nothing, so both buttons look the same. */
export function PhotoAdvice({ advice, label, onRepeat, onKeep }: PhotoAdviceProps) {
  return (
    <NoteWithChoices
      advises
      choices={[
        { text: formWords.repeat, about: label, onPress: onRepeat },
        { text: formWords.keepIt, about: label, onPress: onKeep },
      ]}
    >
      <b>{adviceWords[advice].says}:</b> {adviceWords[advice].does}
    </NoteWithChoices>
  );
}
