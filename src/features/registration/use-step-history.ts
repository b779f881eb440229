import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { today } from '#rules/dates.ts';
import { previousTab } from '#rules/wizard.ts';
import type { Country, Lists, TabId } from '#rules/wizard-country.ts';
import { layersGone, writeEntry } from '#ui/layers/back-closes.ts';
import { useRegistration } from './hooks.ts';
import { entriesTo, type StepEntry, stepEntryIn, stepFrom } from './step-entries.ts';

export type StepHistory = ReturnType<typeof useStepHistory>;

/**
 * Keeps the steps as history entries, so that the browser's Back and the wizard's do the same. The registration decides
 * which step is shown. An entry that disagrees (of another tab or country) is rewritten.
 *
 * @param shown false while the country's picture is shown
 */
export function useStepHistory(country: Country | undefined, lists: Lists, shown: boolean) {
  const { registration } = useRegistration();
  const navigate = useNavigate();
  /** Set while this hook moves through the history: the `popstate` at the end is for this hook only. */
  const landed = useRef<(() => void) | null>(null);
  /** A second tap on the back button must not leave before the first has taken effect. */
  const goingBack = useRef(false);

  const travel = (by: number) =>
    new Promise<void>((resolve) => {
      landed.current = resolve;
      window.history.go(by);
    });

  const show = (tab: TabId) => {
    registration.goTo(tab);
    // A reload soon after must return to this step, so it is written right after the paint, before the draft's usual delay.
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
    // The router handles entries outside the wizard; a dialog handles its own entry.
    const { tab } = registration.view();
    if (!country || !entry || (entry.step === tab && entry.country === country.name)) return;
    event.stopImmediatePropagation();
    const around = { today: today(new Date()), lists };
    const to = stepFrom(country, registration.given(), around, tab as TabId, entry);
    if (to) show(to);
    if (to !== entry.step) void align();
  });
  const enter = useEffectEvent(async () => {
    // A page that was reloaded with an open list is on the list's entry.
    if (window.history.state?.amparoLayer !== undefined) await travel(-1);
    await align();
  });
  useEffect(() => {
    if (shown) void enter();
  }, [shown]);
  useEffect(() => {
    // The listener captures and stops the event, or the router would take a step for a new visit of the address.
    const listener = (event: PopStateEvent) => hear(event);
    window.addEventListener('popstate', listener, { capture: true });
    return () => window.removeEventListener('popstate', listener, { capture: true });
  }, []);

  return {
    /** Goes to the next step and shows it in the same task. */
    forward(to: TabId) {
      show(to);
      // The entry of a list that was just closed must be gone first.
      void layersGone().then(() => {
        const entry = stepEntryIn(window.history.state);
        if (entry) write({ ...entry, step: to, depth: entry.depth + 1 });
      });
    },
    /** Goes one step back; from the first step to the choice of residence (V2.17). */
    back(from: TabId): void {
      if (goingBack.current) return;
      const tab = country && previousTab(country, registration.given(), from);
      const entry = stepEntryIn(window.history.state);
      if (!tab) return void navigate({ to: '/registro/residencia' });
      if (!entry || entry.depth === 0) return void show(tab);
      goingBack.current = true;
      window.history.back();
    },
    /** Goes to any step: one with a missing answer, one to change, or the last one again. */
    jumpTo(tab: TabId) {
      show(tab);
      void align();
    },
    /** Whether this step is still shown; an answer of the server may arrive after the customer left it. */
    isAt: (tab: TabId) => stepEntryIn(window.history.state)?.step === tab && registration.view().tab === tab,
    /** Goes to the start and keeps the answers. */
    leave: (): void => void navigate({ to: '/' }),
    /** Removes the steps' entries and shows the confirmation, so that Back does not lead into the steps again. */
    async finish() {
      const entry = stepEntryIn(window.history.state);
      if (entry && entry.depth > 0) await travel(-entry.depth);
      await navigate({ to: '/registro/creada', replace: true });
    },
  };
}

/** Writes the entry: the first one replaces the current entry, others are added. */
function write(entry: StepEntry): void {
  const { amparoLayer: _, ...state } = window.history.state ?? {};
  writeEntry({ ...state, registrationStep: entry }, entry.depth === 0 ? 'replace' : 'push');
}
