import { useStore } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import { type FileAnswer, fileOf } from '#forms/answers.ts';
import { useStep } from '#forms/form-context.ts';
import { PhotoAdvice } from '#forms/photo-advice.tsx';
import { useLook } from '#forms/use-look.ts';
import { adviceWords } from '#forms/words.ts';
import { usePhotos } from '#photos/hooks.ts';
import { type Advice, cardAdvice } from '#photos/look.ts';
import type { Field } from '#rules/wizard-country.ts';
import { FieldGroup } from '#ui/controls/field.tsx';
import { PhoneRelay } from './phone-relay.tsx';
import styles from './photo-fields.module.css';
import { PhotoSlot, type PhotoSlotHandle } from './photo-slot.tsx';
import type { Side } from './side-drawing.tsx';
import { words } from './words.ts';

interface PhotoFieldsProps {
  fields: readonly Field[];
  onBeforePick: () => Promise<unknown>;
  /** A desk may let the phone take the photos of this document. */
  byPhone?: { document: string };
}

/** The sides of the document side by side, with one hint about good photos. */
export function PhotoFields({ fields, onBeforePick, byPhone }: PhotoFieldsProps) {
  const { form, late } = useStep();
  const { advice, keep } = useAdvice();
  const slots = useRef<Record<string, PhotoSlotHandle | null>>({});
  /** What the phone's photos were asked to take the place of. Another photo that was picked since is newer than them. */
  const before = useRef<Record<string, FileAnswer | null>>({});
  return (
    <FieldGroup label={fields.length > 1 ? words.photos : words.photo} hint={words.photosHint(fields.length)}>
      <div className={styles.slots}>
        {fields.map(({ name, label, calledAs }) => {
          const told = advice[name];
          return (
            <PhotoSlot
              key={name}
              ref={(slot) => {
                slots.current[name] = slot;
              }}
              name={name}
              label={label}
              calledAs={calledAs}
              side={sideOf(name, fields.length)}
              doubt={told && adviceWords[told].short}
              onBeforePick={onBeforePick}
            />
          );
        })}
      </div>
      {byPhone && (
        <PhoneRelay
          document={byPhone.document}
          sides={fields.map(({ name }) => name)}
          onShow={() => {
            for (const { name } of fields) before.current[name] = fileOf(form.getFieldValue(name));
          }}
          onPhotos={(photos) => {
            for (const [name, photo] of Object.entries(photos)) late(name, photo, before.current[name] ?? null);
          }}
        />
      )}
      {fields.map(({ name, label }) => (
        <PhotoAdvice
          key={name}
          name={name}
          advice={advice[name]}
          label={label}
          onRepeat={() => slots.current[name]?.repeat()}
          onKeep={() => keep(name)}
        />
      ))}
    </FieldGroup>
  );
}

/** A document with a single side is a passport, opened at the portrait (V3.8). */
function sideOf(name: string, sides: number): Side {
  if (sides === 1) return 'passport';
  return name === 'frontal' ? 'front' : 'back';
}

/** Advice about each side's photo, until the customer keeps the photo as it is. */
function useAdvice() {
  const photos = usePhotos();
  const { form } = useStep();
  const values = useStore(form.store, (state) => state.values);
  const [front, back] = [fileOf(values.frontal)?.bytes ?? null, fileOf(values.reverso)?.bytes ?? null];
  const [frontLook, backLook] = [useLook(photos, front), useLook(photos, back)];
  const [kept, setKept] = useState<readonly ArrayBuffer[]>([]);
  const told = (bytes: ArrayBuffer | null, advice: Advice | null) =>
    advice && bytes && !kept.includes(bytes) ? advice : undefined;
  // When both photos are the same picture, the advice stands at the back.
  const advice: Readonly<Record<string, Advice | undefined>> = {
    frontal: told(front, frontLook && cardAdvice(frontLook, null)),
    reverso: told(back, backLook && cardAdvice(backLook, frontLook)),
  };
  const keep = (name: string) => {
    const bytes = name === 'frontal' ? front : back;
    if (bytes) setKept((before) => [...before, bytes]);
  };
  return { advice, keep };
}
