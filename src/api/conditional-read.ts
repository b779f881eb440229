import type { ConditionalRead } from '#contract/endpoints/reading.ts';
import { type Endpoint, type EndpointName, endpoints, type InputOf } from '#contract/endpoints.ts';
import { requestFor } from './exchange.ts';

/** A call that only reads, with the ETag of what the device holds, as one entry of a question about many. */
export function conditionalRead<N extends EndpointName>(name: N, input: InputOf<N>, etag: string): ConditionalRead {
  const row: Endpoint = endpoints[name];
  const { method, url, body } = requestFor(row, '', input, {});
  if (method !== 'GET' && method !== 'POST') throw new Error(`${name} does not read`);
  return {
    base: row.base,
    metodo: method,
    direccion: url,
    cuerpo: typeof body === 'string' ? body : null,
    etiqueta: etag,
  };
}
