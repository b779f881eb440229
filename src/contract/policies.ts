import * as v from 'valibot';
import {
  amount,
  birthDate,
  calendarDate,
  flag,
  id,
  knownInstant,
  listOf,
  percentage,
  text,
  wholeText,
} from './values.ts';

/** H3.1. Amounts are in the policy's currency (D22); dates are calendar dates. */
export const policy = v.object({
  /** The policy's id in the administration system; `PolicyNumber` is what the customer knows. */
  Policy: id,
  PolicyNumber: text,
  ProductName: text,
  LineOfBusinessType: text,
  VisualTimeInstance: text,
  IssuingCompany: text,
  OffshoreIndicator: flag,
  ProducerName: text,
  GracePeriodDate: calendarDate,
  GracePeriodDays: amount,
  MainInsuredName: text,
  IdentificationNumber: text,
  IdentificationType: text,
  EffectiveDate: calendarDate,
  InsuredAmount: amount,
  HealthCoverage: amount,
  HealthDeductible: amount,
  BalanceInquiry: amount,
  PolicyValuesType: text,
  ModalPremium: amount,
  PaymentFrequency: text,
  LastPaidDate: calendarDate,
  PolicyOwnerName: text,
  AmountAvoidLapsingPolicy: amount,
  /** D50: the highest amount of one refund by currency code; a backend may lack it, and then it alone knows. */
  RefundLimits: v.fallback(v.optional(v.record(v.string(), v.number())), undefined),
  /** D75: whether the XML of an electronic invoice is taken as the invoice of a refund; a backend that is silent takes none. */
  RefundTakesXml: v.fallback(v.optional(v.boolean()), undefined),
  /** D78: the instant of the payment that `LastPaidDate` is the day of, as a backend may know it. */
  LastPaidAt: knownInstant,
});
export type Policy = v.InferOutput<typeof policy>;

export const policiesRequest = v.object({ cedula: v.pipe(v.string(), v.nonEmpty()), idUsuario: id });

/** V7.12: `PendingBills` is always 1 (V9.6). */
export const billsRequest = v.object({ VisualTimeInstance: v.string(), Policy: id, PendingBills: v.literal(1) });

/**
 * H3.12. `DuePremium` is in the policy's currency (D22). Both dates are calendar dates. Without a number it is still a debt, but
 * not payable here.
 */
export const bill = v.pipe(
  v.object({
    BillNumber: text,
    DuePremium: amount,
    EffectiveFrom: calendarDate,
    EffectiveTo: calendarDate,
  }),
  v.check(({ BillNumber, DuePremium }) => BillNumber !== '' || DuePremium !== null),
);
export type Bill = v.InferOutput<typeof bill>;

/** H7.16. `BillNo` is null for an extra contribution; `Currency` is 'COP' or null (H7.24). */
export const paymentLinkRequest = v.object({
  VisualTimeInstance: v.pipe(v.string(), v.nonEmpty()),
  PolicyNumber: v.pipe(v.string(), v.nonEmpty()),
  BillNo: v.nullable(id),
  Amount: v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(1_000_000_000_000)),
  Currency: v.nullable(v.literal('COP')),
});
export const paymentLinkAnswer = v.object({ paymentUrl: wholeText });

/**
 * H3.6. `ParsedCompletedDate` is a calendar date or an instant, as the payment processor wrote it. No screen needs the `ID`:
 * without it a payment was still made. One that says nothing at all is none.
 */
export const payment = v.pipe(
  v.object({
    ID: text,
    ParsedCompletedDate: text,
    Total: amount,
    Amount: amount,
    Transaction_Fee: amount,
    OrderNumber: text,
    CardHolder: text,
    PaymentType: text,
    CardType: text,
    CardNumber: text,
    CardExpiration: text,
    Status: text,
    /** D50: a backend may say in which currency it was, by its code, and for what. */
    Currency: v.optional(text),
    Concept: v.optional(text),
  }),
  v.check((one) => Object.values(one).some((value) => value !== '' && value !== null && value !== undefined)),
);
export type Payment = v.InferOutput<typeof payment>;

/** H7.10: payments grouped by year, years descending. A payment's own date says where it is listed, so any year will do. */
export const paymentsOfYear = v.object({
  year: v.fallback(
    v.pipe(
      v.union([v.number(), v.string()]),
      v.transform((value) => Number(value)),
      v.integer(),
    ),
    0,
  ),
  payments: listOf(payment),
});

/** H3.10. `PhysicalPath` is a single-use signed address (D48). */
export const policyDocument = v.object({
  CategoryDescription: text,
  CreatedOnDate: calendarDate,
  PhysicalPath: wholeText,
});
export type PolicyDocument = v.InferOutput<typeof policyDocument>;

/** H3.4. */
export const beneficiary = v.object({
  ClientName: text,
  ParticipationPercentage: percentage,
  IrrevocableBeneficiary: text,
  Role: text,
  Policy: text,
});
export type Beneficiary = v.InferOutput<typeof beneficiary>;

/** H3.5. `AernaElectronicPayerNo` is spelled so on the wire (D47). */
export const insuredPerson = v.object({
  ClientName: text,
  Role: text,
  Status: text,
  BirthDate: birthDate,
  Gender: text,
  SmokerStatus: text,
  Policy: text,
  PolicyNumber: text,
  AetnaGroupNo: text,
  AernaElectronicPayerNo: text,
  AetnaMemberIdNo: text,
});
export type InsuredPerson = v.InferOutput<typeof insuredPerson>;

export const policyQuery = v.object({ policyId: id });
