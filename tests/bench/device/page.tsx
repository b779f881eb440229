import { queue } from './queue.tsx';
import { vault } from './vault.ts';

const bench = { ...queue, ...vault };
export type Bench = typeof bench;
Object.assign(window, { bench });
