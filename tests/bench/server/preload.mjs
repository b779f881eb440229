/**
 * Loaded before a program that is measured (`node --import`): tells the bench, whenever it is asked over the channel between the
 * two, what the process spent since. The product itself has no such door.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Interval between two checks; the time beyond it is the delay. */
const EVERY_MS = 5;
const loop = monitorEventLoopDelay({ resolution: EVERY_MS });
loop.enable();
let before = process.cpuUsage();
const beyond = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - EVERY_MS);

process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send({ cpu: (user + system) / 1000, p99: beyond(loop.percentile(99)), worst: beyond(loop.max) });
  loop.reset();
});
process.channel.unref();
