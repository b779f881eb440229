/** What a page notices about itself. */
export type Sense =
  | 'shown'
  | 'hidden'
  /** The page is left. It may be kept for a return (`persisted`). */
  | 'left'
  /** A page that was kept comes back without loading. */
  | 'back'
  | 'frozen'
  | 'resumed'
  /** The browser believes that it has a network. It may be wrong. */
  | 'online'
  | 'offline';

/** Calls `heard` at each of these. Returns a function that ends it. */
export type OnSense = (senses: readonly Sense[], heard: (sense: Sense, kept: boolean) => void) => () => void;

interface Place {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { visibilityState: string };
}

const heardAt = {
  visibilitychange: 'document',
  freeze: 'document',
  resume: 'document',
  pagehide: 'window',
  pageshow: 'window',
  online: 'window',
  offline: 'window',
} as const;
type Name = keyof typeof heardAt;

/** The senses of a page. It listens only while somebody wants to know. */
export function createSenses(place: () => Place): OnSense {
  const wanted = new Set<{ senses: readonly Sense[]; heard: (sense: Sense, kept: boolean) => void }>();
  const hear = (event: Event) => {
    const sense = senseOf(event, place().document.visibilityState);
    if (!sense) return;
    const kept = isKept(event);
    for (const one of [...wanted]) {
      // Whoever was called off by one before it hears no more, and one that fails keeps nothing from the others.
      if (!wanted.has(one) || !one.senses.includes(sense)) continue;
      try {
        one.heard(sense, kept);
      } catch (error) {
        console.error(error);
      }
    }
  };
  const listen = (how: 'addEventListener' | 'removeEventListener') => {
    const at = place();
    for (const name of Object.keys(heardAt) as Name[]) at[heardAt[name]][how](name, hear);
  };
  return (senses, heard) => {
    const one = { senses, heard };
    if (wanted.size === 0) listen('addEventListener');
    wanted.add(one);
    return () => {
      if (wanted.delete(one) && wanted.size === 0) listen('removeEventListener');
    };
  };
}

function senseOf(event: Event, visibility: string): Sense | null {
  switch (event.type as Name) {
    case 'visibilitychange':
      return visibility === 'hidden' ? 'hidden' : 'shown';
    case 'pagehide':
      return 'left';
    case 'pageshow':
      return isKept(event) ? 'back' : null;
    case 'freeze':
      return 'frozen';
    case 'resume':
      return 'resumed';
    default:
      return event.type as 'online' | 'offline';
  }
}

/** Whether the page is kept, or was: a PageTransitionEvent, which workers do not know. */
const isKept = (event: Event): boolean => (event as { persisted?: boolean }).persisted === true;
