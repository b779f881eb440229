import { describe, expect, test } from 'vitest';
import { incomeBands } from '#countries/lists/income-bands.ts';
import { countryOf } from '#countries/register.ts';
import { optionsAt } from '#rules/wizard-fields.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { repeated } from './list-checks.ts';

describe.each(Object.entries(incomeBands))('the income bands %s', (_, bands) => {
  test('[V3.20][V9.9] are unique, have no gap between them and end open', () => {
    expect(repeated(bands.map(({ label }) => label))).toEqual([]);
    const bounds = bands.map(({ value }) => /^[A-Z]{3} (\d+)(?:-(\d+)|\+)$/.exec(value)?.slice(1));
    expect(bounds[0]?.[0]).toBe('0');
    for (const [index, bound] of bounds.entries()) {
      const next = bounds[index + 1];
      if (next) expect(Number(next[0])).toBe(Number(bound?.[1]) + 1);
      else expect(bound?.[1]).toBeUndefined();
    }
  });
});

test.each([
  ['Ecuador', '$15.000 o más'],
  ['Costa Rica', 'US$15 000 o más'],
  ['República Dominicana', 'RD$1,000,000 o más'],
  ['Guatemala', 'US$15,000 o más'],
  ['Colombia', '$80.000.000 o más'],
  ['Internacional', 'US$15,000 o más'],
] as const)('[V3.20][D74] %s writes the amounts of its bands as it writes money: %s', (residence, label) => {
  const fields = countryOf(residence)?.steps.flatMap((step) => step.fields) ?? [];
  const asked = fields.find((field) => field.name === 'ingresosPrinc');
  const offered = asked && 'from' in asked ? optionsAt(asked.from, {}, {}) : [];
  expect(plainBlanks(offered.at(-1)?.label)).toBe(label);
});

test('[V3.20] the labels show the amounts of their bands', () => {
  expect(incomeBands.usdWithPoint.slice(0, 3)).toEqual([
    { value: 'USD 0-499', label: 'Menos de $500' },
    { value: 'USD 500-999', label: '$500 a $999' },
    { value: 'USD 1000-1499', label: '$1.000 a $1.499' },
  ]);
  expect(incomeBands.dop[1]).toEqual({ value: 'DOP 25000-49999', label: 'RD$25,000 a RD$49,999' });
});

test('[V3.20] Colombia has one list for the main income and another for the additional one', () => {
  expect(incomeBands.copMain).not.toEqual(incomeBands.copAdditional);
});

/** Which kind of no-break space an amount contains depends on the version of the locale data. */
function plainBlanks(text: string | undefined): string | undefined {
  return text?.replace(/\s/gu, ' ');
}

test.each(demoCustomers.map(({ email, residence, personal }) => [email, residence, personal] as const))(
  '[V3.20] the bands of %s stand in the lists of their own country',
  (_, residence, personal) => {
    const fields = countryOf(residence)?.steps.flatMap((step) => step.fields) ?? [];
    for (const name of ['ingresosPrinc', 'ingresosAdic'] as const) {
      const band = personal[name] ?? '';
      const asked = fields.filter((field) => field.name === name && field.kind === 'select');
      const offered = asked.flatMap((field) => ('from' in field ? optionsAt(field.from, personal, {}) : []));
      if (band !== '') expect(offered.map(({ value }) => value)).toContain(band);
    }
    expect(personal.ingresosPrinc).toBeTruthy();
  },
);
