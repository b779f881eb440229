import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/device', rows: [
  ['F6 D76', 'create-device.ts', 'createDevice', 'drop property onRenewed', 'session/renewal', 'lets go what was parked', 'the outbox hears of a renewal behind an unlock'],
] } satisfies Mutations;
