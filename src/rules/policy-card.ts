import type { Policy } from '#contract/policies.ts';
import { dateOf, shortly } from './dates.ts';
import { folded } from './folded.ts';
import { exactMoney, wholeMoney } from './money.ts';
import { isEcuadorian, isHealth, isOffshore, policyCurrency, policyKind } from './policies.ts';

/** The shortcut buttons, in their order (H2.20). */
export type Shortcut = 'carnet' | 'reembolsos' | 'historialPagos' | 'documentos';

const shortcutsByLine: Record<'life' | 'health', Record<string, readonly Shortcut[]>> = {
  life: { VTUSA: ['historialPagos', 'documentos'], VTECU: ['documentos'] },
  health: {
    VTUSA: ['carnet', 'reembolsos', 'historialPagos', 'documentos'],
    VTECU: ['carnet', 'reembolsos', 'documentos'],
  },
};

/**
 * A policy's shortcuts (H9.7), without refunds for policies issued in Ecuador (D31, H6.4). Every policy has documents, so an
 * unknown instance gets only those.
 */
export function shortcutsOf(
  policy: Pick<Policy, 'LineOfBusinessType' | 'VisualTimeInstance' | 'IssuingCompany'>,
): Shortcut[] {
  const byInstance = shortcutsByLine[isHealth(policy) ? 'health' : 'life'];
  const known = Object.hasOwn(byInstance, policy.VisualTimeInstance)
    ? byInstance[policy.VisualTimeInstance]
    : undefined;
  return (known ?? ['documentos']).filter((shortcut) => shortcut !== 'reembolsos' || !isEcuadorian(policy));
}

/** The people that a policy's second card leads to (H2.21). */
export function peopleOf(policy: Pick<Policy, 'LineOfBusinessType'>): 'beneficiarios' | 'dependientes' {
  return isHealth(policy) ? 'dependientes' : 'beneficiarios';
}

type FiguredPolicy = Pick<
  Policy,
  | 'ProductName'
  | 'LineOfBusinessType'
  | 'IssuingCompany'
  | 'PolicyValuesType'
  | 'InsuredAmount'
  | 'HealthCoverage'
  | 'HealthDeductible'
  | 'BalanceInquiry'
>;

/** The figures of a policy card as texts (H2.22); unknown ones are left out. */
export function policyFigures(policy: FiguredPolicy, locale: string): { label: string; value: string }[] {
  const currency = policyCurrency(policy);
  const figures = {
    life: [{ label: 'Suma asegurada', value: wholeMoney(policy.InsuredAmount, currency, locale) }],
    health: [
      { label: 'Cobertura', value: wholeMoney(policy.HealthCoverage, currency, locale) },
      { label: 'Deducible', value: wholeMoney(policy.HealthDeductible, currency, locale) },
    ],
    savings: [{ label: 'Saldo', value: exactMoney(policy.BalanceInquiry, currency, locale) }],
  }[policyKind(policy)];
  return figures.filter((figure) => figure.value !== '');
}

/** H2.23: a coverage of one million or more is drawn in a column. */
export function figuresLayout(policy: FiguredPolicy): 'row' | 'column' {
  const coverage = {
    life: policy.InsuredAmount,
    health: policy.HealthCoverage,
    savings: policy.BalanceInquiry,
  }[policyKind(policy)];
  return (coverage ?? 0) >= 1_000_000 ? 'column' : 'row';
}

/** '$184.50 al mes' (H2.22, H9.8); '' when there is no premium. */
export function premiumText(policy: ValuedPremium, locale: string): string {
  if (policy.ModalPremium === null) return '';
  const premium = exactMoney(policy.ModalPremium, policyCurrency(policy), locale);
  return [premium, frequencyLabel(policy.PaymentFrequency)].filter(Boolean).join(' ');
}
type LastPaid = Pick<Policy, 'LastPaidDate' | 'LastPaidAt'>;
type ValuedPremium = Pick<Policy, 'ModalPremium' | 'PaymentFrequency' | 'IssuingCompany' | 'PolicyValuesType'>;

/**
 * 'Último pago 18 nov', with the year when it is not today's (H2.22); '' when none is known. The day of a known instant is made
 * here, as Pagos does, and not taken from the backend (D78).
 */
export function lastPaidText({ LastPaidDate, LastPaidAt }: LastPaid, today: string): string {
  const day = LastPaidAt === undefined ? LastPaidDate : dateOf(LastPaidAt);
  return day === null ? '' : `Último pago ${shortly(day, today)}`;
}

const frequencyLabels: Record<string, string> = {
  annual: 'al año',
  anual: 'al año',
  bimonthly: 'cada dos meses',
  monthly: 'al mes',
  mensual: 'al mes',
  'cuotas mensuales': 'al mes',
  'monthly c/c': 'al mes',
  'monthly com': 'al mes',
  quarterly: 'al trimestre',
  trimestral: 'al trimestre',
  semiannual: 'al semestre',
  semianual: 'al semestre',
};

/** How often a premium is due (H9.8); '' for a single premium and for an unknown frequency. */
export function frequencyLabel(frequency: string): string {
  const key = frequency.trim().toLowerCase().replace(/\s+/g, ' ');
  return Object.hasOwn(frequencyLabels, key) ? (frequencyLabels[key] ?? '') : '';
}

const singlePremiums = ['single premium', 'prima unica'];

/** Whether the premium is paid once, so that no bill follows. */
export const isSinglePremium = ({ PaymentFrequency }: Pick<Policy, 'PaymentFrequency'>): boolean =>
  singlePremiums.includes(folded(PaymentFrequency));

/** H2.24: the disclaimer of an offshore policy; null for others. */
export function offshoreDisclaimer(policy: Pick<Policy, 'OffshoreIndicator'>): string | null {
  return isOffshore(policy)
    ? 'Esta póliza está emitida en el exterior: la compañía local no la comercializa ni la regula.'
    : null;
}
