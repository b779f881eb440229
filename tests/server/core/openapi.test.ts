// @module-tag depth
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { type CoreCallName, coreCalls } from '#server/core/contract.ts';
import { coreOpenApi } from '#server/core/openapi.ts';

describe("[F38] the OpenAPI document of the administration's contract", () => {
  // `npx vitest run tests/server/core/openapi.test.ts -u` rewrites the document.
  test('in docs/core-openapi.json equals the one made from the schemas', async () => {
    await expect(`${JSON.stringify(coreOpenApi(), null, 2)}\n`).toMatchFileSnapshot('../../../docs/core-openapi.json');
  });

  test('is valid OpenAPI 3.1', async () => {
    const checked = await new Validator().validate(coreOpenApi());
    expect(checked.errors ?? []).toEqual([]);
    expect(checked.valid).toBe(true);
  });

  test('has every call once, and defines everything it refers to', () => {
    const document = coreOpenApi() as {
      paths: Record<string, Record<string, { operationId: string }>>;
      components: Record<string, Record<string, unknown>>;
    };
    const calls = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(calls.sort()).toEqual((Object.keys(coreCalls) as CoreCallName[]).sort());
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, kind = '', name = ''] of references) expect(document.components[kind]).toHaveProperty(name);
  });
});
