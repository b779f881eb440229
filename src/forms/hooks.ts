import { Maskito, type MaskitoOptions } from '@maskito/core';
import { useField } from '@tanstack/react-form';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { cleanText } from '#contract/typed-text.ts';
import type { Answer } from './answers.ts';
import { useStep } from './form-context.ts';

/** How long after the last keystroke a field is checked (V4.3, V9.1). */
const SETTLE_MS = 700;

export interface Answered {
  value: unknown;
  /** The error text, once the customer has stopped typing; null without one. */
  error: string | null;
  /** After a keystroke: clears the error. The field counts as invalid until it is checked again. */
  type: (value: Answer) => void;
  /** After a choice: checks the field at once. */
  choose: (value: Answer) => void;
  /** When the field is left: checks typed text now. */
  leave: () => void;
  /** Enter and Tab check the field like leaving it: otherwise the submit button would still be off by the last keystroke. */
  onKey: (event: KeyboardEvent) => void;
}

/**
 * One field of the step: its value, its error, and the functions that change them. Invisible characters are removed from
 * texts, but not from a password ('as-typed').
 */
export function useAnswer(name: string, label: string, text: 'cleaned' | 'as-typed' = 'cleaned'): Answered {
  const { form, typing, pending, sending, registerField } = useStep();
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
  const enter = useEffectEvent(() => registerField(name, label));
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
      typing(name, true, settle);
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, SETTLE_MS);
    },
    choose(value) {
      if (!sending) put(value);
      settle();
    },
    leave,
    onKey(event) {
      const isEnter = event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement);
      if (isEnter || event.key === 'Tab') leave();
    },
  };
}

function firstText(errors: readonly unknown[]): string | null {
  return errors.find((error): error is string => typeof error === 'string' && error !== '') ?? null;
}

/** Returns a ref that puts a mask on its input. */
export function useMask(mask: MaskitoOptions | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!mask || !input.current) return;
    const masked = new Maskito(input.current, mask);
    return () => masked.destroy();
  }, [mask]);
  return input;
}

/** An object URL for the bytes while the component shows them. The browser keeps them in memory until it is revoked. */
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

/** Object URLs of a paper's pages, which are JPEGs, while the component shows them. A page that stays keeps its own. */
export function useAddresses(pages: readonly ArrayBuffer[]): readonly (string | undefined)[] {
  const made = useRef(new Map<ArrayBuffer, string>());
  const [addresses, setAddresses] = useState<ReadonlyMap<ArrayBuffer, string>>(made.current);
  useEffect(() => {
    const kept = made.current;
    for (const [page, address] of kept) {
      if (pages.includes(page)) continue;
      URL.revokeObjectURL(address);
      kept.delete(page);
    }
    for (const page of pages) {
      if (!kept.has(page)) kept.set(page, URL.createObjectURL(new Blob([page], { type: 'image/jpeg' })));
    }
    setAddresses(new Map(kept));
  }, [pages]);
  useEffect(() => {
    const kept = made.current;
    return () => {
      for (const address of kept.values()) URL.revokeObjectURL(address);
      kept.clear();
    };
  }, []);
  return useMemo(() => pages.map((page) => addresses.get(page)), [pages, addresses]);
}
