import type { UseNavigateResult } from '@tanstack/react-router';
import type { CommandName } from '#contract/requests.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { capital } from '#rules/joined.ts';
import type { Destination } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import type { IconName } from '#ui/base/icon.tsx';

/** Data of a queued item or a receipt, by wire name: its fields, and the texts that lists show besides. */
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
  /** Tells it apart from others of its kind: 'Farmacia'; '' when nothing does. */
  title(data: RequestData): string;
  /** The person or policy it is about, in one line. */
  detail(data: RequestData, locale: string): string;
  /** The lines of its receipt; empty ones are left out. */
  lines(data: RequestData, locale: string): Line[];
  /** Whether discarding it also deletes files. */
  hasFiles: boolean;
}

/** One kind of request: its texts and actions outside of its own form. */
export interface RequestKind<K extends CommandName = CommandName> extends RequestWords {
  command: K;
  /** The texts of its outcomes (H8), each shown once. */
  toasts: { sent: string; refused: string };
  /** Opens the form that corrects it. The key travels in the history's state; browsers store that, so nothing else is in it. */
  correct: { label: string; open(item: QueuedItem, navigate: UseNavigateResult<string>): Promise<void> };
  /** Name of the draft of its correction, by the item's key. */
  draft(key: string): string;
  /** The screen that lists sent requests of this kind. */
  history: { name: string; label: string; to(policyId: string): Destination };
}

/** A kind with a confirmation screen. */
export interface ConfirmedKind<K extends CommandName = CommandName> extends RequestKind<K> {
  confirmation: {
    /** Shown once the insurer has it. */
    taken: string;
    /** The screen's title and icon when the request is gone. */
    title: string;
    icon: IconName;
    /** Says where to look for it when it is gone. */
    listed: string;
    /** 'Qué sigue', in order. */
    next: readonly string[];
    /** Label of the button for another request. */
    again?: string;
  };
}

/** 'esta solicitud', 'este documento'. */
export const thisOne = ({ noun }: Pick<RequestWords, 'noun'>): string => `est${noun.feminine ? 'a' : 'e'} ${noun.text}`;

/** 'Solicitud descartada', 'Documento descartado'. */
export const discardedText = ({ noun }: Pick<RequestWords, 'noun'>): string =>
  `${capital(noun.text)} descartad${noun.feminine ? 'a' : 'o'}`;

/** The question before an item is discarded that so many documents wait for. */
export function discardQuestion(
  words: Pick<RequestWords, 'noun' | 'hasFiles'>,
  documents = 0,
): { title: string; text: string } {
  const files = words.hasFiles ? ' con sus archivos' : '';
  const it = words.noun.feminine ? 'la' : 'lo';
  return {
    title: `¿Descartar ${thisOne(words)}?`,
    text: `Aún no se ha enviado. Se borrará de ${thisDevice()}${files} y no podrás recuperar${it}.${without(documents)}`,
  };
}

function without(documents: number): string {
  if (documents === 0) return '';
  return documents === 1
    ? ' El documento que le añadiste ya no podrá enviarse.'
    : ` Los ${documents} documentos que le añadiste ya no podrán enviarse.`;
}

export const policyLine = ({ numeroPoliza = '' }: RequestData): Line => ({ term: 'Póliza', text: numeroPoliza });
