import * as v from 'valibot';
import { isBirthDay, isCalendarDate, isKnownDay } from '#contract/calendar.ts';
import { toCents } from '#contract/cents.ts';
import type { Beneficiary, Bill, InsuredPerson, Payment, Policy } from '#contract/policies.ts';
import { instant } from '#contract/values.ts';
import type { Identity } from '#rules/identity.ts';
import type { ArchivedDocument, Claim, Claimant, PaymentsOfYear } from './port.ts';

/**
 * What an administration says of people and policies. Unlike the app's schemas these are strict: one wrong field makes the
 * whole answer invalid, because dropping rows could leave an empty list (F38).
 */

const describe = v.description;
const text = v.pipe(v.string(), v.maxLength(4000));
/** Of a policy, a document or a bill: it becomes a part of addresses, so it is never '.' or '..'. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^(?!\.{1,2}$)/));
const amount = v.nullable(v.pipe(v.number(), v.finite(), v.transform(toCents)));
const date = v.pipe(v.string(), v.isoDate(), v.check(isCalendarDate));
const day = v.pipe(date, describe('A calendar date without time or zone; one before 1900-01-02 is taken for none.'));
const calendarDate = v.pipe(
  v.nullable(day),
  v.transform((known) => (known !== null && isKnownDay(known) ? known : null)),
);
const birthDate = v.pipe(
  v.nullable(v.pipe(date, describe('A calendar date without time or zone; one before 1880 is taken for none.'))),
  v.transform((known) => (known !== null && isBirthDay(known) ? known : null)),
);
export const version = v.pipe(v.string(), v.minLength(1), v.maxLength(500));

export const person = v.pipe(
  v.object({
    country: v.pipe(text, describe('The country that issued the document, by its Spanish name.')),
    kind: v.pipe(text, describe('The kind of document, as registration offers it: Cédula, Pasaporte, DIMEX …')),
    number: v.pipe(v.string(), v.minLength(1), v.maxLength(100), describe('Without separators, upper case.')),
  }) satisfies v.GenericSchema<unknown, Identity>,
  v.title('Person'),
  describe('A document of identity: country, kind and number together name one person.'),
);

export const claimant = v.pipe(
  v.object({
    document: person,
    nombre: text,
    apellidos: text,
    fechaNacimiento: v.pipe(text, describe('As the registration form sends it.')),
    residenciaFiscal: text,
    email: text,
  }) satisfies v.GenericSchema<unknown, Claimant>,
  v.title('Claimant'),
);

export const claim = v.pipe(
  v.variant('answer', [
    v.object({ answer: v.literal('yes') }),
    v.object({ answer: v.literal('code'), email: v.pipe(v.string(), v.email(), v.maxLength(254)) }),
    v.object({ answer: v.literal('branch') }),
    v.object({ answer: v.literal('no') }),
  ]) satisfies v.GenericSchema<unknown, Claim>,
  v.title('Claim'),
  describe(
    'yes: this is the person. code: whoever reads the mail of the address is. branch: only a visit shows. no: unknown.',
  ),
);

export const policy = v.pipe(
  v.object({
    Policy: id,
    PolicyNumber: v.pipe(text, describe('What the customer knows; Policy is the id in the administration.')),
    ProductName: text,
    LineOfBusinessType: text,
    VisualTimeInstance: text,
    IssuingCompany: text,
    OffshoreIndicator: v.picklist(['0', '1']),
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
    LastPaidAt: v.optional(
      v.pipe(
        v.string(),
        v.metadata({ format: 'date-time' }),
        describe('The instant of the last payment, where it is known; devices make the day of it in their own zone.'),
        instant,
      ),
    ),
    PolicyOwnerName: text,
    AmountAvoidLapsingPolicy: amount,
  }) satisfies v.GenericSchema<unknown, Policy>,
  v.title('Policy'),
);

export const bill = v.pipe(
  v.object({
    BillNumber: text,
    DuePremium: v.pipe(amount, describe('In the currency of its policy.')),
    EffectiveFrom: calendarDate,
    EffectiveTo: calendarDate,
  }) satisfies v.GenericSchema<unknown, Bill>,
  v.title('Bill'),
);

const payment = v.pipe(
  v.object({
    ID: text,
    ParsedCompletedDate: v.pipe(text, describe('A calendar date or an instant in ISO 8601; it begins with the year.')),
    Total: amount,
    Amount: amount,
    Transaction_Fee: amount,
    OrderNumber: text,
    CardHolder: text,
    PaymentType: text,
    CardType: text,
    CardNumber: v.pipe(text, describe('Masked but for its last four digits.')),
    CardExpiration: text,
    Status: text,
    Currency: v.optional(text),
    Concept: v.optional(text),
  }) satisfies v.GenericSchema<unknown, Payment>,
  v.title('Payment'),
);

export const paymentsOfYear = v.pipe(
  v.object({ year: v.pipe(v.number(), v.integer()), payments: v.array(payment) }) satisfies v.GenericSchema<
    unknown,
    PaymentsOfYear
  >,
  v.title('PaymentsOfYear'),
);

export const document = v.pipe(
  v.object({ id, category: text, createdOn: v.pipe(date, describe('A calendar date.')) }) satisfies v.GenericSchema<
    unknown,
    ArchivedDocument
  >,
  v.title('ArchivedDocument'),
);

export const beneficiary = v.pipe(
  v.object({
    ClientName: text,
    ParticipationPercentage: amount,
    IrrevocableBeneficiary: text,
    Role: text,
    Policy: text,
  }) satisfies v.GenericSchema<unknown, Beneficiary>,
  v.title('Beneficiary'),
);

export const insuredPerson = v.pipe(
  v.object({
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
  }) satisfies v.GenericSchema<unknown, InsuredPerson>,
  v.title('InsuredPerson'),
);

export const order = v.pipe(
  v.object({
    policyId: id,
    billNumber: v.nullable(v.pipe(text, describe('The bill; null for an extra contribution.'))),
    amount: v.pipe(v.number(), v.finite(), v.gtValue(0)),
    currency: v.nullable(v.pipe(v.literal('COP'), describe('Null: US dollars.'))),
  }),
  v.title('Order'),
);

export const pageAddress = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check(isPageAddress),
  describe('https, without a user or password in it; http on this machine only.'),
);

/** What a payment page may lie under: the app opens it only where its own list of hosts says so, too (D48). */
function isPageAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
}

export const isThisMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
