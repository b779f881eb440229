// @module-tag depth
import '#tests/page.ts';

import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { type RefundType, refundTypes } from '#contract/refunds.ts';
import { cards } from '#mirror/collections.ts';
import { patientPronouns } from '#rules/people.ts';
import { askedAbout, refundNeeds, refundSteps, whenTreated } from '#rules/refund-form.ts';
import { customerTextsOf } from '#tests/customer-texts.ts';
import { house, page, withHouse } from '../at-house.ts';
import { openAt, title, until } from './open.tsx';

withHouse();

/** What would speak to the reader about being ill, hurt or treated. */
const ofTheReader =
  /(?<!\p{L})(te (atend|hosp|intern|oper|trat|lastim|dañ|enferm|pas[óo]|duel|sient|dio|dieron|hicieron)\p{L}*|(estuv|ingres|enferm|sufr|sent|tuv|fu|recib|acud|resbal|caí)\p{L}*ste|tus? (síntomas?|diagnóstico|médico|doctora?|hospital|historia|accidente|alta|ingreso|internamiento|hospitalización|enfermedad|lesión|dolor))(?!\p{L})/iu;

const people = {
  self: { paciente: 'ROJAS MORA, MARÍA FERNANDA', role: 'Policy Owner' },
  girl: { paciente: 'SOLÍS ROJAS, VALENTINA', role: 'Dependiente' },
  boy: { paciente: 'SOLÍS ROJAS, MATÍAS', role: 'Dependent' },
  unknown: { paciente: 'VEGA PAZ, ALEX', role: 'Dependiente' },
  nobody: { paciente: '', role: '' },
} as const;
const insured = [
  { ClientName: people.self.paciente, Role: 'Titular', Gender: 'Femenino' },
  { ClientName: people.girl.paciente, Role: 'Dependent', Gender: 'Femenino' },
  { ClientName: people.boy.paciente, Role: 'Dependiente', Gender: 'Male' },
  { ClientName: people.unknown.paciente, Role: 'Dependiente', Gender: '' },
];
const pronounOf = patientPronouns(insured);

/** All that the form and its review ask and say by the patient. */
const saidOf = (type: RefundType, patient: { paciente: string; role: string }) => [
  ...refundSteps[type].map((step) => askedAbout(step, patient)),
  whenTreated(patient, pronounOf(patient)),
];

describe("[D77] a refund's form", () => {
  test.each([
    ['self', '¿Cuándo te atendieron?', 'Cuándo te atendieron'],
    ['girl', '¿Cuándo atendieron a Valentina?', 'Cuándo la atendieron'],
    ['boy', '¿Cuándo atendieron a Matías?', 'Cuándo lo atendieron'],
    ['unknown', '¿Cuándo atendieron a Alex?', 'Cuándo atendieron a Alex'],
    ['nobody', '¿Cuándo te atendieron?', 'Cuándo te atendieron'],
  ] as const)('about %s asks %s and reviews %s', (who, asked, reviewed) => {
    const said = saidOf('hospitalario', people[who]);
    expect(said[1]).toBe(asked);
    expect(said.at(-1)).toBe(reviewed);
  });

  test('speaks to nobody of the illness of somebody else', () => {
    for (const type of refundTypes) {
      for (const who of ['girl', 'boy', 'unknown'] as const) {
        expect(saidOf(type, people[who]).filter((text) => ofTheReader.test(text))).toEqual([]);
      }
      expect(saidOf(type, people.self).some((text) => ofTheReader.test(text))).toBe(true);
    }
    expect(
      ['Estuviste ingresado', '¿Te hospitalizaron?', 'Tu diagnóstico'].every((text) => ofTheReader.test(text)),
    ).toBe(true);
  });

  test('has no other text that speaks to the reader as the patient: each stands beside its words for somebody else', () => {
    const texts = [...customerTextsOf('src/features/refunds'), ...customerTextsOf('src/rules', /\/refund/)];
    expect(texts.length).toBeGreaterThan(400);
    expect(texts.filter(({ text }) => ofTheReader.test(text)).map(({ text }) => text)).toEqual([
      '¿Dónde te atendieron?',
      '¿Cuándo te atendieron?',
      '¿Cuándo y dónde te atendieron?',
      'Cuándo te atendieron',
    ]);
    const needed = refundTypes.flatMap((type) => refundNeeds[type].map(({ text }) => text));
    expect(needed.filter((text) => /(?<!\p{L})(lo|la|te) (atend|trat)/u.test(text))).toEqual([]);
  });

  test('says no pronoun of people of one name and role whose genders differ', () => {
    const twins = ['Femenino', 'Masculino'].map((Gender) => ({
      ...insured[1],
      ClientName: 'ALEX',
      Role: 'Dependent',
      Gender,
    }));
    const alex = { paciente: 'ALEX', role: 'Dependiente' };
    expect(patientPronouns(twins)(alex)).toBeNull();
    expect(patientPronouns(twins.slice(1))(alex)).toBe('lo');
    expect(patientPronouns(twins)({ ...alex, role: 'Titular' })).toBeNull();
    expect(patientPronouns([])(alex)).toBeNull();
    const strange = twins.slice(1).map((one) => ({ ...one, Gender: 'constructor' }));
    expect(patientPronouns(strange)(alex)).toBeNull();
  });
});

const inSteps = refundTypes.flatMap((type) => [1, 2, 3, 4, 5].map((step) => [type, step] as const));
test.each(inSteps)(
  '[D77] the browser keeps no patient, kind of care or policy in the title of %s, step %i',
  async (type, step) => {
    const { paciente, role } = people.girl;
    const texts = { paciente: JSON.stringify([paciente, role, house.policyId]) };
    page.drafts.save(`refund/${house.policyId}`, { type, step, texts });
    await page.drafts.flush();
    await openAt(page, `/app/reembolsos/añadir/${house.policyId}`);
    const asked = refundSteps[type][step - 1];
    await until(() => expect(title()).toBe(asked ? askedAbout(asked, people.girl) : 'Revisa y envía'));
    expect(document.querySelector('h1')?.dataset.title).toBe(
      asked ? `${asked.title} · Paso ${step} de 4` : 'Revisa y envía · Último paso',
    );
  },
);

describe('[D77] the review', () => {
  beforeEach(async () => {
    await page.mirror.pull(cards, house.policyId);
  });

  test.each([
    ['VALENTINA', 'Cuándo la atendieron'],
    ['MATÍAS', 'Cuándo lo atendieron'],
    ['MARÍA', 'Cuándo te atendieron'],
  ])('of %s says %s, by what the policy says of the person', async (name, label) => {
    const known = (await page.mirror.read(cards, house.policyId)).groups?.flatMap(({ rows }) => rows) ?? [];
    const one = known.find(({ ClientName }) => ClientName.includes(name));
    const paciente = JSON.stringify([one?.ClientName, one?.Role, one?.Policy]);
    page.drafts.save(`refund/${house.policyId}`, { type: 'ambulatorio', step: 5, texts: { paciente } });
    await page.drafts.flush();
    await openAt(page, `/app/reembolsos/añadir/${house.policyId}`);
    await until(() => expect(title()).toBe('Revisa y envía'));
    await until(() => expect(screen.getByText(label)).toBeTruthy());
  });
});
