import type { RefundType } from '#contract/refunds.ts';
import { sizeInWords } from '#forms/file-words.ts';
import { longDate } from '#rules/dates.ts';
import { amountText } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { type RefundField, refundFields, refundName, refundSteps } from '#rules/refund-form.ts';
import { useLocale } from '#screens/use-locale.ts';
import { isFile, type RefundForm, wireTexts } from './refund-draft.ts';
import styles from './summary.module.css';

interface SummaryProps {
  form: RefundForm;
  type: RefundType;
  /** Back to a step, 1 to 4. */
  onChange: (step: number) => void;
}

/** All answers at a glance before 'Enviar solicitud', each step with the way back to it. */
export function Summary({ form, type, onChange }: SummaryProps) {
  const locale = useLocale();
  const texts = wireTexts(form);
  const last = refundSteps[type].length;
  return (
    <section className={styles.summary} aria-label="Tus respuestas">
      <h2 className={styles.title}>Tus respuestas</h2>
      <p className={styles.type}>{refundName(type)}</p>
      {refundSteps[type].map((step, index) => (
        <div key={step.title} className={styles.step}>
          <div className={styles.head}>
            <h3 className={styles.heading}>{step.title}</h3>
            {index + 1 < last && (
              <button type="button" className={styles.change} onClick={() => onChange(index + 1)}>
                Cambiar<span className="visually-hidden">: {step.title}</span>
              </button>
            )}
          </div>
          <dl className={styles.list}>
            {step.fields.map((name) => (
              <div key={name} className={styles.pair}>
                <dt>{refundFields[name].label}</dt>
                <dd dir="auto">
                  {said(form, texts, name, locale) || <span className={styles.empty}>Sin completar</span>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function said(form: RefundForm, texts: Record<string, string>, name: RefundField, locale: string): string {
  if (isFile(name)) {
    const file = form.files[name];
    return file ? `${file.name} (${sizeInWords(file.size)})` : '';
  }
  const text = texts[name] ?? '';
  const { kind } = refundFields[name];
  if (kind === 'patient') return readableName(text);
  if (kind === 'date') return longDate(text) || text;
  if (kind === 'amount' && text !== '') return amountText(text, '', locale);
  return text;
}
