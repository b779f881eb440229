import type { ClientConfig } from 'pg';
import type { Timers } from '#ports/machine.ts';

/** Pause before a lost connection is opened again, in milliseconds. */
const AGAIN_MS = 2_000;

/**
 * Hears the notes of a channel on a connection of its own, and opens it again whenever it is lost. What is said meanwhile is
 * missed.
 *
 * @returns how to stop hearing
 */
export function listenOn(
  config: ClientConfig,
  channel: string,
  timers: Timers,
  heard: (payload: string) => void,
): () => Promise<void> {
  let stopped = false;
  let close = async () => {};
  let callOff = () => {};
  const open = async () => {
    const { default: pg } = await import('pg');
    if (stopped) return;
    const client = new pg.Client(config);
    close = () => client.end().catch(() => {});
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      void close();
      if (!stopped) callOff = timers.after(AGAIN_MS, () => void open());
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload = '' }) => heard(payload));
    await client
      .connect()
      .then(() => client.query(`listen ${client.escapeIdentifier(channel)}`))
      .catch(lost);
  };
  void open();
  return async () => {
    stopped = true;
    callOff();
    await close();
  };
}
