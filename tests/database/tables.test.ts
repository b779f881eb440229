import { describe, expect, test } from 'vitest';
import { mirrorTables } from '#database/rows.ts';
import * as collections from '#mirror/collections.ts';

describe('the mirror tables', () => {
  test('[H3.2][V3.12] have a collection each, and include everything that the session store names', () => {
    const store = {
      polizas: 'policies',
      reembolsos: 'refunds',
      beneficiarios: 'roles',
      dependientes: 'dependents',
      documentos: 'documents',
      pagos: 'payments',
      personalInformation: 'personalInformation',
      policyCards: 'cards',
      tickets: 'tickets',
      facturas: 'bills',
    };
    const declared = Object.values(collections).flatMap((one) =>
      typeof one === 'object' && one !== null && 'table' in one ? [one.table] : [],
    );
    for (const table of Object.values(store)) expect(declared).toContain(table);
    expect([...declared].sort()).toEqual([...mirrorTables].sort());
  });
});
