import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * Calls back once the system took all of a call's answer, or its connection ended. Where there is no connection, at once.
 *
 * An answer that waits its turn behind others hears nothing of the connection's end, so both are listened to.
 */
export function whenSent(c: Context, then: () => void): void {
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!incoming || !outgoing || outgoing.destroyed || incoming.socket.destroyed) {
    then();
    return;
  }
  const { socket } = incoming;
  const over = () => {
    outgoing.off('close', over);
    socket.off('close', over);
    then();
  };
  outgoing.once('close', over);
  // Callers may ask for many at once on one connection, and Node would warn of a leak.
  socket.setMaxListeners(0).once('close', over);
}
