import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { today } from '#rules/dates.ts';
import { previousTab } from '#rules/wizard.ts';
import type { Country, Lists, TabId } from '#rules/wizard-country.ts';
import { layersGone } from '#ui/back-closes.ts';
import { useRegistration } from './hooks.ts';
import { entriesTo, type StepEntry, stepEntryIn, stepFrom } from './step-entries.ts';

export interface StepHistory {
  /** On to the next step, which is shown in the same turn. */
  forward: (to: TabId) => void;
  /** One step back; from the first to the choice of residence (V2.17). */
  back: (from: TabId) => void;
  /** To a step further away: one that lacks something, one that is changed, or the last one again. */
  jumpTo: (tab: TabId) => void;
  /** Whether this step is still what the customer looks at: an answer may arrive after they went away. */
  isAt: (tab: TabId) => boolean;
  /** To the start; what was written stays. */
  leave: () => void;
  /** Leaves the steps behind for the confirmation: Back does not lead into them again. */
  finish: () => Promise<void>;
}

/**
 * The steps as entries of the browser's history, so that its Back is the wizard's own. Which step is shown is the
 * registration's to say; an entry that disagrees (another tab's walk, another country's) is written anew.
 *
 * @param shown false while the country's picture stands there
 */
export function useStepHistory(country: Country | undefined, lists: Lists, shown: boolean): StepHistory {
  const { registration } = useRegistration();
  const navigate = useNavigate();
  /** Set while we travel ourselves: the event that ends it is ours alone. */
  const landed = useRef<(() => void) | null>(null);
  /** A second tap on the back button must not leave before the first was heard. */
  const goingBack = useRef(false);

  const travel = (by: number) =>
    new Promise<void>((resolve) => {
      landed.current = resolve;
      window.history.go(by);
    });

  const show = (tab: TabId) => {
    registration.goTo(tab);
    // A reload soon after must come back to this step: it is written before the draft's rest is over, but behind the paint.
    setTimeout(() => void registration.flush(), 50);
  };
  const align = useEffectEvent(async () => {
    if (!country || landed.current) return;
    const { tab } = registration.view();
    const entry = stepEntryIn(window.history.state);
    if (entry?.country === country.name && entry.step === tab) return;
    if (entry && entry.depth > 0) await travel(-entry.depth);
    for (const one of entriesTo(country, registration.given(), tab)) write(one);
  });
  const hear = useEffectEvent((event: PopStateEvent) => {
    goingBack.current = false;
    if (landed.current) {
      event.stopImmediatePropagation();
      landed.current();
      landed.current = null;
      return;
    }
    const entry = stepEntryIn(event.state);
    // Out of the wizard, which is the router's; or a layer above this step, which is the layer's.
    const { tab } = registration.view();
    if (!country || !entry || (entry.step === tab && entry.country === country.name)) return;
    event.stopImmediatePropagation();
    const around = { today: today(new Date()), lists };
    const to = stepFrom(country, registration.given(), around, tab as TabId, entry);
    if (to) show(to);
    if (to !== entry.step) void align();
  });
  const enter = useEffectEvent(async () => {
    // A page that was reloaded under an open list stands on the list's entry.
    if (window.history.state?.amparoLayer !== undefined) await travel(-1);
    await align();
  });
  useEffect(() => {
    if (shown) void enter();
  }, [shown]);
  useEffect(() => {
    // Capturing and stopping: the router must not take a step for another visit to its address.
    const listener = (event: PopStateEvent) => hear(event);
    window.addEventListener('popstate', listener, { capture: true });
    return () => window.removeEventListener('popstate', listener, { capture: true });
  }, []);

  return {
    forward(to) {
      show(to);
      // The entry of a list that was just closed goes first.
      void layersGone().then(() => {
        const entry = stepEntryIn(window.history.state);
        if (entry) write({ ...entry, step: to, depth: entry.depth + 1 });
      });
    },
    back(from) {
      if (goingBack.current) return;
      const tab = country && previousTab(country, registration.given(), from);
      const entry = stepEntryIn(window.history.state);
      if (!tab) return void navigate({ to: '/registro/residencia' });
      if (!entry || entry.depth === 0) return show(tab);
      goingBack.current = true;
      window.history.back();
    },
    jumpTo(tab) {
      show(tab);
      void align();
    },
    isAt: (tab) => stepEntryIn(window.history.state)?.step === tab && registration.view().tab === tab,
    leave: () => void navigate({ to: '/' }),
    async finish() {
      const entry = stepEntryIn(window.history.state);
      if (entry && entry.depth > 0) await travel(-entry.depth);
      await navigate({ to: '/registro/creada', replace: true });
    },
  };
}

/** Puts the entry at its depth: the first one takes the place of what is there. */
function write(entry: StepEntry): void {
  const { amparoLayer: _, ...state } = window.history.state ?? {};
  // The router wraps the history's own methods and would take this for a navigation; the prototype's are silent.
  const put = entry.depth === 0 ? History.prototype.replaceState : History.prototype.pushState;
  put.call(window.history, { ...state, registrationStep: entry }, '');
}
