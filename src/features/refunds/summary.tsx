import type { RefundType } from '#contract/refunds.ts';
import { longDate } from '#rules/dates.ts';
import { sizeText } from '#rules/files.ts';
import { amountText } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { type RefundField, refundFields, refundName, refundSteps } from '#rules/refund-form.ts';
import { askedOf } from '#rules/refund-request.ts';
import { useLocale } from '#screens/use-locale.ts';
import { AnswersSummary } from '#ui/answers-summary.tsx';
import { isFile, type RefundForm, wireTexts } from './refund-draft.ts';

interface SummaryProps {
  form: RefundForm;
  type: RefundType;
  /** Back to a step, 1 to 4. */
  onChange: (step: number) => void;
}

/** All answers before 'Enviar solicitud'. Each step has a button that leads back to it. */
export function Summary({ form, type, onChange }: SummaryProps) {
  const locale = useLocale();
  const texts = wireTexts(form);
  const last = refundSteps[type].length;
  const groups = refundSteps[type].map((step, index) => ({
    title: step.title,
    ...(index + 1 < last && { onChange: () => onChange(index + 1) }),
    answers: askedOf(type, texts, index).map((name) => ({
      name,
      label: refundFields[name].label,
      text: said(form, texts, name, locale),
    })),
  }));
  return <AnswersSummary title="Tus respuestas" about={refundName(type)} groups={groups} />;
}

function said(form: RefundForm, texts: Record<string, string>, name: RefundField, locale: string): string {
  if (isFile(name)) {
    const file = form.files[name];
    return file ? `${file.name} (${sizeText(file.size)})` : '';
  }
  const text = texts[name] ?? '';
  const { kind } = refundFields[name];
  if (kind === 'patient') return readableName(text);
  if (kind === 'absence') return 'Sí';
  if (kind === 'date') return longDate(text) || text;
  if (kind === 'amount' && text !== '') return amountText(text, '', locale);
  return text;
}
