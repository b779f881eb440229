import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/vault', rows: [
  ['F12 D56', 'codec.ts', 'resealBytes', 'const iv is { iv: crypto.getRandomValues(new Uint8Array(IV_BYTES)) }', 'session/seal-again', 'of a draft in hand count', 'a draft that is sealed again counts as unchanged'],
  ['S13 D56', 'keys.ts', 'importKeys', 'call readKeyFrom is readKeyFrom(earlier?.at(-1) ?? read)', 'session/seal-again', 'opens nothing that is written', 'rows are written with the newest key alone'],
  ['D56', 'keys.ts', 'renewSecrets', 'drop property names', 'session/seal-again', 'are found and read as before', 'rows keep their names through a new read secret'],
] } satisfies Mutations;
