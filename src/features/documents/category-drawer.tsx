import { type KeyboardEvent, useRef } from 'react';
import type { ChosenFacet } from '#screens/finding.ts';
import { ChoiceCards } from '#ui/controls/choice-cards.tsx';
import { FieldGroup } from '#ui/controls/field.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';

interface CategoryDrawerProps extends ChosenFacet {
  open: boolean;
  onClose: () => void;
}

/**
 * H2.59: 'Todos' and the categories that are present. A choice shows its documents at once, behind the drawer. Arrow keys
 * move between the choices without closing it; Enter or Space closes it.
 */
export function CategoryDrawer({ label, all, options, unnamed, chosen, choose, open, onClose }: CategoryDrawerProps) {
  const choices = [
    { value: 'all', label: all },
    ...options.map((option) => ({ value: `only ${option}`, label: option || (unnamed ?? '') })),
  ];
  const stepping = useRef(false);
  const onKey = ({ key }: KeyboardEvent) => {
    stepping.current = key.startsWith('Arrow');
    if (key === 'Enter' || key === ' ') onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="Filtrar documentos">
      <FieldGroup label={label}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys pressed on the choices. */}
        <div
          onKeyDown={onKey}
          onPointerDown={() => {
            stepping.current = false;
          }}
        >
          <ChoiceCards
            choices={choices}
            value={chosen === null ? 'all' : `only ${chosen}`}
            onChange={(value) => {
              choose(value === 'all' ? null : value.slice('only '.length));
              if (!stepping.current) onClose();
            }}
          />
        </div>
      </FieldGroup>
    </Dialog>
  );
}
