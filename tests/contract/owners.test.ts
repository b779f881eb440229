import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { registrationFields } from '#contract/account.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';

const names = Object.keys(endpoints) as EndpointName[];

/** The fields of an endpoint's input. A registration names its own beside the schema's. */
function fieldsOf(name: EndpointName): string[] {
  const { entries } = endpoints[name].input as unknown as { entries: v.ObjectEntries };
  return [...new Set([...Object.keys(entries), ...(name === 'register' ? registrationFields : [])])];
}

/** What reads like an owner and is none, with the reason. */
const notAnOwner: Record<string, string> = {
  contenido: 'photos under a key that the server never sees',
  idTipoTicket: 'a type of ticket, the same for everybody',
  idDocumento: 'looked for among the papers of idReembolso, which is the caller’s',
  patientPolicy: 'must be the policy of the request (refund-policy.ts)',
};
/** The same where nobody is known yet, or where a customer only says something of themselves. */
const said: Partial<Record<EndpointName, RegExp>> = {
  checkNif: /^(nif|tipoId)$/,
  register: /./,
  createRefund: /ccidente$/,
  updatePersonalInformation: /Conyuge$/,
};

test('[S7] every input that reads like an owner is declared as owned, or listed with a reason why it is not', () => {
  const undeclared = names.flatMap((name) => {
    const { owns = {} }: Endpoint = endpoints[name];
    return fieldsOf(name)
      .filter((field) => /id|poliza|policy|cedula|nif/i.test(field))
      .filter((field) => !Object.values(owns).includes(field))
      .filter((field) => !(field in notAnOwner) && !said[name]?.test(field))
      .map((field) => `${name}.${field}`);
  });
  expect(undeclared).toEqual([]);
});

test('[S7] no reason stands for a field that is gone or owned', () => {
  const fields = names.flatMap((name) => fieldsOf(name));
  const owned = names.flatMap((name) => Object.values((endpoints[name] as Endpoint).owns ?? {}));
  expect(Object.keys(notAnOwner).filter((field) => !fields.includes(field) || owned.includes(field))).toEqual([]);
});

test('[S7] what is owned is a field of the input, and somebody is known to own it', () => {
  for (const name of names) {
    const { owns, bearer, internal }: Endpoint = endpoints[name];
    if (!owns) continue;
    expect(fieldsOf(name), name).toEqual(expect.arrayContaining(Object.values(owns)));
    expect([bearer, internal], name).toContain('required');
  }
});
