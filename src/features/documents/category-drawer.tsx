import { type KeyboardEvent, useRef } from 'react';
import { ChoiceCards } from '#ui/controls/choice-cards.tsx';
import { FieldGroup } from '#ui/controls/field.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';

interface CategoryDrawerProps {
  open: boolean;
  categories: readonly string[];
  /** Null for all categories. */
  chosen: string | null;
  onChoose: (category: string | null) => void;
  onClose: () => void;
}

/**
 * H2.59: 'Todos' and the categories that are present. A choice shows its documents at once, behind the drawer. Arrow keys
 * move between the choices without closing it; Enter or Space closes it.
 */
export function CategoryDrawer({ open, categories, chosen, onChoose, onClose }: CategoryDrawerProps) {
  const choices = [
    { value: 'all', label: 'Todos' },
    ...categories.map((category) => ({ value: `only ${category}`, label: category || 'Sin categoría' })),
  ];
  const stepping = useRef(false);
  const onKey = ({ key }: KeyboardEvent) => {
    stepping.current = key.startsWith('Arrow');
    if (key === 'Enter' || key === ' ') onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="Filtrar documentos">
      <FieldGroup label="Categoría">
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
              onChoose(value === 'all' ? null : value.slice('only '.length));
              if (!stepping.current) onClose();
            }}
          />
        </div>
      </FieldGroup>
    </Dialog>
  );
}
