import type { Advice } from '#photos/look.ts';
import { KeptNote } from '#ui/kept-note.tsx';
import { adviceWords, formWords } from './words.ts';

interface PhotoAdviceProps {
  advice: Advice;
  /** Whose photo: 'Frontal'. */
  label: string;
  onRepeat: () => void;
  /** 'Usar igual': the advice is heard and not taken. */
  onKeep: () => void;
}

/** What could be better about a photo. It advises and bars nothing: both ways weigh the same. */
export function PhotoAdvice({ advice, label, onRepeat, onKeep }: PhotoAdviceProps) {
  return (
    <KeptNote
      advises
      choices={[
        { text: formWords.repeat, about: label, onPress: onRepeat },
        { text: formWords.keepIt, about: label, onPress: onKeep },
      ]}
    >
      <b>{adviceWords[advice].says}:</b> {adviceWords[advice].does}
    </KeptNote>
  );
}
