import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { mailboxOf } from '#contract/mailbox.ts';
import { cleanText } from '#contract/typed-text.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/text-input.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useDragDown } from '#ui/layers/drag-down.ts';
import { useBackCloses } from '#ui/layers/use-back-closes.ts';
import styles from './forgot-password.module.css';
import type { Attempt } from './login-form.tsx';
import { words } from './words.ts';

interface ForgotPasswordProps {
  email: string;
  requestReset: (email: string) => Promise<Attempt>;
  onClose: () => void;
}

/** Asks for an email and requests the link. It uses the browser's dialog, because the start page loads no dialog library. */
export function ForgotPassword({ email, requestReset, onClose }: ForgotPasswordProps) {
  const { dialog, grip, close } = useModal(onClose);
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [problem, setProblem] = useState('');
  const online = useOnline();
  const [usable, setUsable] = useState(email !== '');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email');
    if (!(field instanceof HTMLInputElement) || state === 'busy') return;
    const typed = cleanText(field.value).trim();
    // The browser's own check knows ASCII addresses alone.
    if (mailboxOf(typed) === null) return setProblem(words.invalidEmail);
    setProblem('');
    setState('busy');
    let attempt: Attempt | undefined;
    try {
      attempt = await requestReset(typed);
    } finally {
      setState(attempt?.ok ? 'sent' : 'asking');
    }
    if (!attempt.ok) setProblem(attempt.text);
  };

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="reset-title">
      <div ref={grip} className={styles.head}>
        <h2 className="layer-title" id="reset-title">
          {words.resetTitle}
        </h2>
        <IconButton icon="x" label={words.close} onClick={close} />
      </div>
      {state === 'sent' ? (
        <div className={styles.body}>
          <p id="reset-sent" className={styles.sent}>
            <Icon name="mail" />
            <span>{words.resetSent}</span>
          </p>
          <Button autoFocus onClick={close} aria-describedby="reset-sent">
            {words.resetDone}
          </Button>
        </div>
      ) : (
        <form className={styles.body} method="post" noValidate onSubmit={submit}>
          <p className="soft">{online ? words.resetText : words.resetNeedsLine}</p>
          <Field label={words.email} error={problem}>
            <TextInput
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              defaultValue={email}
              readOnly={state === 'busy'}
              onInput={(event) => {
                setUsable(event.currentTarget.value !== '');
                setProblem('');
              }}
            />
          </Field>
          <Button type="submit" disabled={!usable} loading={state === 'busy'}>
            {words.resetSubmit}
          </Button>
        </form>
      )}
    </dialog>
  );
}

/** The browser's modal dialog with our closing animation, Back and pull down. */
function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  const [close] = useState(() => () => dialog.current?.close());
  const gone = useEffectEvent(onClose);

  useEffect(() => {
    const node = dialog.current;
    if (!node) return;
    if (!node.open) node.showModal();
    // The browser would focus the close button first, and text typed at once would be lost.
    node.querySelector('input')?.focus();
    // The dialog is removed only after its closing transition.
    const closed = () =>
      Promise.allSettled(node.getAnimations?.().map((motion) => motion.finished) ?? []).then(() => gone());
    // Only a press that began outside closes the dialog: selecting text may end outside too.
    let outside = false;
    const down = (event: Event) => {
      outside = event.target === node;
    };
    const pressed = (event: MouseEvent) => outside && event.target === node && node.close();
    node.addEventListener('close', closed);
    node.addEventListener('pointerdown', down);
    node.addEventListener('click', pressed);
    return () => {
      node.removeEventListener('close', closed);
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('click', pressed);
    };
  }, []);

  useBackCloses(true, close);
  useDragDown(dialog, grip, close);
  return { dialog, grip, close };
}
