import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { CORE_CONTRACT, CORE_CONTRACT_HEADER, type CoreCallName, coreCalls } from './contract.ts';

type Json = Record<string, unknown>;
type Row = (typeof coreCalls)[CoreCallName];

/** The contract with an administration as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), from its schemas. */
export function coreOpenApi(): Json {
  const named: Json = {};
  const paths: Record<string, Json> = {};
  for (const [name, row] of Object.entries(coreCalls) as [CoreCallName, Row][]) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(name, row, named) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: "Amparo: the insurer's administration",
      version: String(CORE_CONTRACT),
      description:
        'What Amparo asks of an administration at AMPARO_CORE_URL. It is strict: an answer that is wrong in one member is taken for ' +
        'no answer, and the customer goes on seeing what was known before. Members that are not named here are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '{address}', variables: { address: { default: 'https://administration.example' } } }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: named,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'AMPARO_CORE_SECRET.' } },
      parameters: {
        contract: {
          name: CORE_CONTRACT_HEADER,
          in: 'header',
          description: 'The number of the contract that is spoken.',
          schema: { const: String(CORE_CONTRACT) },
        },
        request: {
          name: 'X-Request-Id',
          in: 'header',
          description: 'Another one for each try.',
          schema: { type: 'string' },
        },
      },
      responses: {
        later: {
          description: 'Not now. Without Retry-After it is asked again at once, with it after so many seconds.',
          headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } },
        },
      },
    },
  };
}

function operationOf(name: CoreCallName, row: Row, named: Json): Json {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, member]) => member ?? '');
  const told = schemaOf(row.in, named) as { properties: Json; required?: string[] };
  const body = Object.keys(told.properties).filter((member) => !inPath.includes(member));
  const pick = (members: string[]) => Object.fromEntries(members.map((member) => [member, told.properties[member]]));
  const answers =
    row.answer === 'file'
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: schemaOf(row.answer, named) } };
  return {
    operationId: name,
    summary: row.summary,
    parameters: [
      ...inPath.map((member) => ({ name: member, in: 'path', required: true, schema: told.properties[member] })),
      { $ref: '#/components/parameters/contract' },
      { $ref: '#/components/parameters/request' },
    ],
    ...(body.length > 0 && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', properties: pick(body), required: body } } },
      },
    }),
    responses: {
      200: { description: 'Answered.', content: answers },
      ...(row.answer === 'file' && { 404: { description: 'There is none.' } }),
      429: { $ref: '#/components/responses/later' },
      ...('optional' in row && { 501: { description: 'Not offered: the list itself is asked for each time.' } }),
      503: { $ref: '#/components/responses/later' },
    },
  };
}

/** The schema as JSON Schema 2020-12; whatever has a title stands among the named ones, and a reference in its place. */
function schemaOf(schema: v.GenericSchema, named: Json): Json {
  const { $schema: _, ...plain } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // What code alone can say; a description says it in words.
    ignoreActions: ['check', 'finite'],
  });
  return withReferences(plain, named) as Json;
}

function withReferences(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => withReferences(one, named));
  if (typeof value !== 'object' || value === null) return value;
  const { title, ...rest } = Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, withReferences(one, named)]),
  );
  if (typeof title !== 'string') return rest;
  named[title] = rest;
  return { $ref: `#/components/schemas/${title}` };
}
