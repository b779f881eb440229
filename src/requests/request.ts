import type { UseNavigateResult } from '@tanstack/react-router';
import type { QueuedItem } from '#outbox/list.ts';
import type { IconName } from '#ui/icon.tsx';

/** What is known of a queued item or a receipt, by wire name: the fields that travel and what the lists show besides. */
export type RequestData = Readonly<Record<string, string>>;

export interface Line {
  term: string;
  text: string;
}

/** How the lists and the receipts speak of a request. */
export interface RequestWords {
  /** What it is among requests of other kinds: 'Reembolso'. */
  kind: string;
  /** 'solicitud', as in 'esta solicitud'. */
  noun: { text: string; feminine: boolean };
  /** What tells it apart among its own kind: 'Farmacia'; '' when nothing does. */
  title(data: RequestData): string;
  /** Who or what it is about, in one line. */
  detail(data: RequestData, locale: string): string;
  /** What a receipt says was asked for; empty ones are left out. */
  lines(data: RequestData, locale: string): Line[];
  /** Whether files go with it when it is discarded. */
  hasFiles: boolean;
}

/** One kind of thing a customer can ask for: all that is said and done about it outside of its own form. */
export interface RequestKind extends RequestWords {
  /** The outcomes by the words of H8, each said once when it is true. */
  toasts: { sent: string; refused: string };
  /** Where it is corrected. Each form finds the key in the history's state; browsers keep that, so it names nothing else. */
  correct: { label: string; open(item: QueuedItem, navigate: UseNavigateResult<string>): Promise<void> };
  /** The draft its correction is kept in, by the item's key. */
  draft(key: string): string;
  /** Where those that were sent stand. */
  history: { name: string; label: string; href(policyId: string): string };
}

/** A kind with a screen of its own that confirms it. */
export interface ConfirmedKind extends RequestKind {
  confirmation: {
    /** What is said once the insurer has it. */
    taken: string;
    /** The screen's title and icon when the request is gone. */
    title: string;
    icon: IconName;
    /** Where to look for it then. */
    listed: string;
    /** 'Qué sigue', in order. */
    next: readonly string[];
    /** The button that asks for another one. */
    again?: string;
  };
}

/** 'esta solicitud', 'este documento'. */
export const thisOne = ({ noun }: Pick<RequestWords, 'noun'>): string => `est${noun.feminine ? 'a' : 'e'} ${noun.text}`;

/** 'Solicitud descartada', 'Documento descartado'. */
export const discardedText = ({ noun }: Pick<RequestWords, 'noun'>): string =>
  `${capital(noun.text)} descartad${noun.feminine ? 'a' : 'o'}`;

/** What is asked before an item is thrown away. */
export function discardQuestion(words: Pick<RequestWords, 'noun' | 'hasFiles'>): { title: string; text: string } {
  const files = words.hasFiles ? ' con sus archivos' : '';
  const it = words.noun.feminine ? 'la' : 'lo';
  return {
    title: `¿Descartar ${thisOne(words)}?`,
    text: `Aún no se ha enviado. Se borrará de este dispositivo${files} y no podrás recuperar${it}.`,
  };
}

/** Parts of one line, without the empty ones: 'Ana Rojas · Ambulatorio'. */
export const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join('\u00a0· ');

export const policyLine = ({ numeroPoliza = '' }: RequestData): Line => ({ term: 'Póliza', text: numeroPoliza });

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
