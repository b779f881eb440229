/**
 * Loaded before a measured program (`node --import`). It tells the bench what the process spent since the last question,
 * over the channel between the two. The product itself has no such channel.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The interval between two checks. Time beyond it is delay. */
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
