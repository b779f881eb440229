import { type ReactNode, useState } from 'react';
import { Icon } from '../base/icon.tsx';
import { useToast } from '../layers/toasts.tsx';

interface Failure {
  /** Tells a failure by a toast, and at its place for as long as it lasts. */
  fail: (text: string) => void;
  /** Called when it is tried again. */
  clear: () => void;
  /** The text at its place. Readers heard the toast, so it says nothing by itself. */
  note: ReactNode;
}

/** D81: what failed stays readable at its place after its toast has gone. */
export function useFailure(): Failure {
  const say = useToast();
  const [text, setText] = useState<string | null>(null);
  return {
    fail: (why) => {
      say({ text: why, tone: 'error' });
      setText(why);
    },
    clear: () => setText(null),
    note: text !== null && <Failed>{text}</Failed>,
  };
}

const Failed = ({ children }: { children: string }) => (
  <span className="problem">
    <Icon name="alert" size={18} />
    <span dir="auto">{children}</span>
  </span>
);
