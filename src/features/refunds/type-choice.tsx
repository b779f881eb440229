import type { ReactNode } from 'react';
import { type RefundType, refundTypes } from '#contract/refunds.ts';
import { StepFoot } from '#forms/step-foot.tsx';
import { refundNeeds, refundTypeLabels } from '#rules/refund-form.ts';
import { PageHeader } from '#ui/base/page-header.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ChoiceCards } from '#ui/controls/choice-cards.tsx';
import { FieldGroup } from '#ui/controls/field.tsx';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { Needs } from './needs.tsx';
import styles from './new-refund.module.css';

interface TypeChoiceProps {
  /** The policy's name. */
  policy: string | undefined;
  value: RefundType | null;
  /** The problems of the whole form by field, once a type is chosen. */
  open: Readonly<Record<string, string>>;
  onChoose: (type: RefundType) => void;
  onContinue: () => void;
  onBack: () => void;
  notice: ReactNode;
}

const choices = refundTypes.map((type) => ({ value: type, ...refundTypeLabels[type] }));

/** H2.41: the choice of the refund's type, with the papers it needs. */
export function TypeChoice({ policy, value, open, onChoose, onContinue, onBack, notice }: TypeChoiceProps) {
  return (
    <main className={styles.screen}>
      <PageHeader title="Solicitar reembolso" titleRef={focusTitle} onBack={onBack} />
      {policy && (
        <p className="soft small" dir="auto">
          {policy}
        </p>
      )}
      <div className={styles.columns}>
        <form
          className="stack-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (value !== null) onContinue();
          }}
        >
          {notice}
          <FieldGroup label="¿Qué tipo de atención fue?">
            <ChoiceCards choices={choices} value={value} onChange={onChoose} />
          </FieldGroup>
          <div className={styles.needsHere}>{value && <Needs type={value} open={open} />}</div>
          {/* The whole list would be read after each arrow key. */}
          <p className="visually-hidden" role="status">
            {value && `Qué necesitas: ${refundNeeds[value].length} documentos y datos.`}
          </p>
          <StepFoot>
            <Button type="submit" disabled={value === null} why="Elige qué tipo de atención fue.">
              Continuar
            </Button>
          </StepFoot>
        </form>
        {value && (
          <aside className={styles.beside}>
            <Needs type={value} open={open} />
          </aside>
        )}
      </div>
    </main>
  );
}
