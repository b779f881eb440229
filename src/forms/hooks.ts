import { Maskito } from '@maskito/core';
import { useField } from '@tanstack/react-form';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cleanText } from '#contract/typed-text.ts';
import type { Answer } from './answers.ts';
import { useStep } from './form-context.ts';
import { type MaskName, masks } from './masks.ts';

/** How long after the last key a field is checked (V4.3, V9.1), in milliseconds. */
const SETTLE_MS = 700;

export interface Answered {
  value: unknown;
  /** What is wrong, once the customer has stopped typing; null while it is not known. */
  error: string | null;
  /** A key was pressed: the error goes and the field counts as not valid until it is checked again. */
  type: (value: Answer) => void;
  /** Something was chosen: checked at once. */
  choose: (value: Answer) => void;
  /** The field was left: what was typed is checked now. */
  leave: () => void;
  /** Enter is a way of leaving it: the button it stands for would still be closed by what was just typed. */
  onKey: (event: KeyboardEvent) => void;
}

/**
 * One field of the step: its value, its error, and how typing and choosing change them. Texts are cleaned of what nobody
 * sees; a password ('as-typed') is not.
 */
export function useAnswer(name: string, label: string, text: 'cleaned' | 'as-typed' = 'cleaned'): Answered {
  const { form, typing, pending, sending, introduce } = useStep();
  const field = useField({ form, name });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const settle = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    void field.validate('blur');
    typing(name, false);
  };
  const put = (value: Answer) => {
    field.handleChange(typeof value === 'string' && text === 'cleaned' ? cleanText(value) : value);
    field.setErrorMap({ onBlur: undefined, onSubmit: undefined, onServer: undefined });
  };
  const enter = useEffectEvent(() => introduce(name, label));
  const forget = useEffectEvent(() => {
    clearTimeout(timer.current);
    typing(name, false);
  });
  useEffect(() => enter(), []);
  useEffect(() => () => forget(), []);

  const leave = () => {
    if (timer.current !== undefined) settle();
  };

  const { isTouched, errors } = field.state.meta;
  const waiting = pending.has(name);
  return {
    value: field.state.value,
    error: isTouched && !waiting ? firstText(errors) : null,
    type(value) {
      if (sending) return;
      put(value);
      typing(name, true);
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, SETTLE_MS);
    },
    choose(value) {
      if (!sending) put(value);
      settle();
    },
    leave,
    onKey(event) {
      if (event.key === 'Enter') leave();
    },
  };
}

function firstText(errors: readonly unknown[]): string | null {
  return errors.find((error): error is string => typeof error === 'string' && error !== '') ?? null;
}

/** Puts a mask on the input the ref is given to. */
export function useMask(name: MaskName | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!name || !input.current) return;
    const mask = new Maskito(input.current, masks[name]);
    return () => mask.destroy();
  }, [name]);
  return input;
}

/** An address for the bytes as long as the piece shows them; the browser keeps them in memory until it is revoked. */
export function useAddressOf(bytes: ArrayBuffer | null, type: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [bytes, type]);
  return address;
}
