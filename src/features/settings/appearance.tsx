import { useSyncExternalStore } from 'react';
import { appearance, chooseAppearance, onAppearance } from '#senses/appearance.ts';
import { Part } from '#ui/cards/part.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { useFailure } from '#ui/states/failure.tsx';

const choices = [
  { value: 'system', label: 'Sistema', icon: 'half' },
  { value: 'light', label: 'Claro', icon: 'sun' },
  { value: 'dark', label: 'Oscuro', icon: 'moon' },
] as const;

/** The theme of this device. */
export function Appearance() {
  const chosen = useSyncExternalStore(onAppearance, appearance);
  const failure = useFailure();
  return (
    <Part id="appearance" title="Apariencia">
      <Segments
        labelledBy="appearance"
        choices={choices}
        value={chosen}
        onChange={(wanted) => {
          failure.clear();
          if (!chooseAppearance(wanted)) failure.fail('No pudimos guardarlo. Libera espacio e inténtalo de nuevo.');
        }}
      />
      {failure.note}
    </Part>
  );
}
