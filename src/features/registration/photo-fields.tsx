import type { Field } from '#rules/wizard-country.ts';
import { FieldGroup } from '#ui/field.tsx';
import styles from './photo-fields.module.css';
import { PhotoSlot } from './photo-slot.tsx';
import { words } from './words.ts';

/** The sides of the document side by side, with what makes a good photo said once. */
export function PhotoFields({
  fields,
  onBeforePick,
}: {
  fields: readonly Field[];
  onBeforePick: () => Promise<unknown>;
}) {
  return (
    <FieldGroup label={fields.length > 1 ? words.photos : words.photo} hint={words.photosHint}>
      <div className={styles.slots}>
        {fields.map(({ name, label, calledAs }) => (
          <PhotoSlot
            key={name}
            name={name}
            label={label}
            calledAs={calledAs}
            card={fields.length > 1}
            onBeforePick={onBeforePick}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
