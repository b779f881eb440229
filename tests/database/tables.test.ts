import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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

  test('stand in the list of tables of the architecture', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
    const [, listed = ''] = text.match(/^\| (.+); `pulls` \|/m) ?? [];
    expect(listed.split(', ').sort()).toEqual(mirrorTables.map((table) => `\`${table}\``).sort());
  });
});
