import { ChoiceCards } from '#ui/choice-cards.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FieldGroup } from '#ui/field.tsx';

interface CategoryDrawerProps {
  open: boolean;
  categories: readonly string[];
  /** Null for all of them. */
  chosen: string | null;
  onChoose: (category: string | null) => void;
  onClose: () => void;
}

/** H2.59: 'Todos' and the categories that are present. Choosing shows them at once, behind the drawer. */
export function CategoryDrawer({ open, categories, chosen, onChoose, onClose }: CategoryDrawerProps) {
  const choices = [
    { value: 'all', label: 'Todos' },
    ...categories.map((category) => ({ value: `only ${category}`, label: category || 'Sin categoría' })),
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Filtrar documentos">
      <FieldGroup label="Categoría">
        <ChoiceCards
          choices={choices}
          value={chosen === null ? 'all' : `only ${chosen}`}
          onChange={(value) => {
            onChoose(value === 'all' ? null : value.slice('only '.length));
            onClose();
          }}
        />
      </FieldGroup>
    </Dialog>
  );
}
