import type { Payment, Policy } from '#contract/policies.ts';
import { addDays, dateOf, dateParts, monthName, shortDate, today } from './dates.ts';
import { allOf, capital } from './joined.ts';
import { currencyPlural, namedMoney } from './money.ts';
import { paidInYear, unsummedText } from './payment-years.ts';
import { paymentCurrency, paymentStatus } from './payments.ts';
import { readableName } from './people.ts';
import { policyCurrency, policyTitle } from './policies.ts';

/** What a year's sheet says: the screen shows it, and the PDF is drawn of the same texts. */
export interface YearSheet {
  title: string;
  /** 'Al 24 nov 2026': when the server last confirmed the payments; '' when unknown. */
  asOf: string;
  holder: string;
  policy: string;
  /** The accepted payments of each currency, which are never added up. */
  sums: readonly { name: string; total: string; count: string }[];
  /** A column for each sum. */
  heads: readonly string[];
  months: readonly { name: string; cells: readonly string[] }[];
  /** The failed payments, which count in no sum: what begins the sentence, and its rest. */
  failed: { lead: string; rest: string } | null;
  /** What the sums leave out, and what the sheet is not. */
  notes: readonly string[];
}

interface Known {
  policy: Policy;
  /** '2026' */
  year: string;
  payments: readonly Payment[];
  /** When the server last confirmed them, in milliseconds since 1970. */
  at: number | null;
  locale: string;
}

/** More failed payments than this are only counted. */
const MAX_TOLD = 4;

/** How long after its end a year may lack payments: a day, since zones differ, and a day for what is listed late. */
const MAY_LACK_DAYS = 2;

/**
 * The sheet of a policy's payments of one year. It is a whole year's only when the server confirmed the payments after that year was
 * over; before, title and note say until when.
 */
export function yearSheet({ policy, year, payments, at, locale }: Known): YearSheet {
  const ofPolicy = policyCurrency(policy);
  const all = paidInYear(payments, ofPolicy);
  const paid = all.filter(({ summed }) => summed > 0);
  const day = at === null ? null : confirmedDay(today(new Date(at)), payments);
  const isWhole = day !== null && addDays(day, -MAY_LACK_DAYS).slice(0, 4) > year;
  const unsummed = unsummedText(all);
  return {
    title: isWhole ? `Resumen anual de pagos ${year}` : `Pagos de ${year}, año incompleto`,
    asOf: day === null ? '' : `Al ${shortDate(day)}`,
    holder: readableName(policy.PolicyOwnerName),
    policy: policyTitle(policy),
    sums: paid.map(({ currency, total, summed }) => ({
      name: `En ${currencyPlural(currency)}`,
      total: namedMoney(total, currency, locale),
      count: summed === 1 ? '1 pago' : `${summed} pagos`,
    })),
    heads: paid.map(({ currency }) => capital(currencyPlural(currency))),
    months: Array.from({ length: paid.length > 0 ? 12 : 0 }, (_, index) => ({
      name: capital(monthName(index + 1)),
      cells: paid.map(({ currency, months }) => {
        const month = months[index];
        return month && month.summed > 0 ? namedMoney(month.total, currency, locale) : '–';
      }),
    })),
    failed: failedWords(payments, ofPolicy, locale),
    notes: [
      ...(all.every(({ accepted }) => accepted === 0) ? [`En ${year} no hubo pagos aceptados.`] : []),
      ...(isWhole ? [] : [untilWhen(year, day)]),
      ...(unsummed === '' ? [] : [unsummed]),
      'No sustituye facturas ni certificados.',
    ],
  };
}

/** Null where the device's clock was behind a payment that the server told: it then said no day (F60). */
const confirmedDay = (day: string, payments: readonly Payment[]): string | null =>
  payments.some(({ ParsedCompletedDate }) => (dateOf(ParsedCompletedDate) ?? '') > day) ? null : day;

function untilWhen(year: string, day: string | null): string {
  if (day === null || day.slice(0, 4) > year) return `Puede que falten pagos de ${year}.`;
  return `Incluye los pagos hasta el ${shortDate(day)}. Aún no están los posteriores de ${year}.`;
}

/** 'Aparte, 2 pagos fallidos' and ' del 8 feb y el 8 sep, de US$169,13 cada uno. No suman.' */
function failedWords(payments: readonly Payment[], ofPolicy: string, locale: string): YearSheet['failed'] {
  const failed = payments.filter((one) => !paymentStatus(one).accepted).reverse();
  const one = failed.length === 1;
  if (failed.length === 0) return null;
  const lead = one ? 'Aparte, 1 pago fallido' : `Aparte, ${failed.length} pagos fallidos`;
  const ending = one ? 'No suma.' : 'No suman.';
  const days = failed.map(({ ParsedCompletedDate }) => dateParts(dateOf(ParsedCompletedDate)));
  const amounts = failed.map((each) => namedMoney(each.Total, paymentCurrency(each, ofPolicy), locale));
  if (failed.length > MAX_TOLD || days.includes(null) || amounts.includes('')) return { lead, rest: `. ${ending}` };
  const on = allOf(days.map((day) => `el ${day?.day} ${day?.month}`));
  const alike = new Set(amounts).size === 1;
  const of = alike ? `${amounts[0]}${one ? '' : ' cada uno'}` : allOf(amounts);
  return { lead, rest: ` d${on}, de ${of}. ${ending}` };
}
