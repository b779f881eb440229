import type { Actor, Scheduler } from './scheduler.ts';

interface Channel {
  name: string;
  of: Actor;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** `BroadcastChannel` between the pages of all devices: each message is a step of every page that hears it. */
export function channelsOf(scheduler: Scheduler) {
  const open = new Set<Channel>();
  return class implements Channel {
    readonly of = scheduler.current();
    readonly name: string;
    onmessage: Channel['onmessage'] = null;
    constructor(name: string) {
      this.name = name;
      open.add(this);
    }
    postMessage(message: unknown): void {
      for (const other of open) {
        if (other === this || other.name !== this.name) continue;
        const data = structuredClone(message);
        scheduler.soon(() => other.onmessage?.({ data }), other.of);
      }
    }
    close(): void {
      open.delete(this);
    }
  };
}
