import type { Advice } from '#photos/look.ts';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { focusField } from './focus-field.ts';
import { adviceWords, formWords } from './words.ts';

interface PhotoAdviceProps {
  /** The field's name. */
  name: string;
  /** Nothing while the photo is good, or not looked at yet. */
  advice: Advice | null | undefined;
  /** The photo's name: 'Frontal'. */
  label: string;
  onRepeat: () => void;
  /** 'Usarla así': the customer keeps the photo. */
  onKeep: () => void;
}

/** Says how a photo could be better. It forbids nothing, so both buttons look the same. */
export function PhotoAdvice({ name, advice, label, onRepeat, onKeep }: PhotoAdviceProps) {
  const keep = () => {
    onKeep();
    focusField(name);
  };
  return (
    <LiveRegion>
      {advice && (
        <NoteWithChoices
          role="none"
          advises
          choices={[
            { text: formWords.repeat, about: label, onPress: onRepeat },
            { text: formWords.keepIt, about: label, onPress: keep },
          ]}
        >
          <b>{adviceWords[advice].says}:</b> {adviceWords[advice].does}
        </NoteWithChoices>
      )}
    </LiveRegion>
  );
}
