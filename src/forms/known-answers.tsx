import { useStore } from '@tanstack/react-form';
import { ChoicePill } from '#ui/controls/pill.tsx';
import { useStep } from './form-context.ts';
import styles from './known-answers.module.css';

export interface KnownAnswer {
  text: string;
  /** The fields it fills in, by wire name. */
  fills: Readonly<Record<string, string>>;
}

interface KnownAnswersProps {
  label: string;
  /** The name of the field they are for. */
  about: string;
  answers: readonly KnownAnswer[];
  /** The field above already says what the answers are for. */
  hideLabel?: boolean;
}

/** Earlier answers, one press each. One may fill in several fields of the step. */
export function KnownAnswers({ label, about, answers, hideLabel = false }: KnownAnswersProps) {
  const { form, sending } = useStep();
  const values = useStore(form.store, (state) => state.values);
  if (answers.length === 0) return null;
  const isChosen = ({ fills }: KnownAnswer) => Object.entries(fills).every(([name, text]) => values[name] === text);
  const choose = ({ fills }: KnownAnswer) => {
    if (sending) return;
    for (const [name, text] of Object.entries(fills)) {
      form.setFieldValue(name, text);
      form.setFieldMeta(name, (meta) => ({ ...meta, errorMap: {} }));
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a question of its own.
    <div role="group" aria-label={`${label}: ${about}`} className={styles.known}>
      {!hideLabel && (
        <span className="soft small full" aria-hidden="true">
          {label}
        </span>
      )}
      {answers.map((answer) => (
        <ChoicePill key={answer.text} chosen={isChosen(answer)} about={about} onChoose={() => choose(answer)}>
          {answer.text}
        </ChoicePill>
      ))}
    </div>
  );
}

/** The current text of a field of the step; '' when there is no such field. */
export function useStepText(name: string): string {
  const value = useStore(useStep().form.store, (state) => state.values[name]);
  return typeof value === 'string' ? value : '';
}
