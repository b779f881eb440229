import type { RefundType } from '#contract/refunds.ts';
import { longDate } from '#rules/dates.ts';
import { sizeText } from '#rules/files.ts';
import { amountText } from '#rules/money.ts';
import { type RefundField, refundFields, refundName, refundSteps } from '#rules/refund-form.ts';
import { askedOf } from '#rules/refund-request.ts';
import { useLocale } from '#screens/use-locale.ts';
import { AnswersSummary } from '#ui/lists/answers-summary.tsx';
import { isFile, type RefundForm, wireTexts } from './refund-draft.ts';
import { usePatientNames } from './use-patient-names.ts';

interface SummaryProps {
  form: RefundForm;
  type: RefundType;
  policyId: string;
  /** Back to a step, 1 to 4. */
  onChange: (step: number) => void;
}

/** All answers before 'Enviar solicitud'. Each step has a button that leads back to it. */
export function Summary({ form, type, policyId, onChange }: SummaryProps) {
  const locale = useLocale();
  const texts = wireTexts(form);
  const named = usePatientNames(policyId);
  const last = refundSteps[type].length;
  const groups = refundSteps[type].map((step, index) => ({
    title: step.title,
    ...(index + 1 < last && { onChange: () => onChange(index + 1) }),
    answers: askedOf(type, texts, index).map((name) => ({
      name,
      label: refundFields[name].label,
      text: name === 'paciente' ? named({ paciente: '', ...texts }) : said(form, texts, name, locale),
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
  if (kind === 'absence') return 'Sí';
  if (kind === 'date') return longDate(text) || text;
  if (kind === 'amount' && text !== '') return amountText(text, '', locale);
  return text;
}
