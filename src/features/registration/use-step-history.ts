import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { keepSteps, layersGone, stepNow, travel, writeStep } from '#history/entries.ts';
import { today } from '#rules/dates.ts';
import { previousTab } from '#rules/wizard.ts';
import type { Country, Lists, TabId } from '#rules/wizard-country.ts';
import { useRegistration } from './hooks.ts';
import { entriesTo, type StepEntry, stepEntryOf, stepFrom } from './step-entries.ts';

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
  /** Set while the entries are rewritten, or while one of them is on its way. */
  const isMoving = useRef(false);

  const show = (tab: TabId) => {
    registration.goTo(tab);
    // A reload soon after must return to this step, so it is written right after the paint, before the draft's usual delay.
    setTimeout(() => void registration.flush(), 50);
  };
  const move = async (by: number) => {
    isMoving.current = true;
    await travel(by);
    isMoving.current = false;
  };
  const align = useEffectEvent(async () => {
    if (!country || isMoving.current) return;
    const { tab } = registration.view();
    const entry = entryNow();
    if (entry?.country === country.name && entry.step === tab) return;
    if (entry && entry.depth > 0) await move(-entry.depth);
    for (const one of entriesTo(country, registration.given(), tab)) write(one);
  });
  const follow = useEffectEvent((entry: StepEntry | null) => {
    const { tab } = registration.view();
    if (!country || !entry || (entry.step === tab && entry.country === country.name)) return;
    if (registration.sending()) return void align();
    const around = { today: today(new Date()), lists };
    const to = stepFrom(country, registration.given(), around, tab as TabId, entry);
    if (to) show(to);
    if (to !== entry.step) void align();
  });
  const enter = useEffectEvent(() => align());
  useEffect(() => {
    if (shown) void layersGone().then(() => enter());
  }, [shown]);
  useEffect(() => keepSteps((step) => follow(stepEntryOf(step))), []);

  const stepBack = useEffectEvent(async () => {
    await move(-1);
    follow(entryNow());
  });
  return {
    /** Goes to the next step and shows it in the same task. */
    forward(to: TabId) {
      show(to);
      // The entry of a list that was just closed must be gone first.
      void layersGone().then(() => {
        const entry = entryNow();
        if (entry) write({ ...entry, step: to, depth: entry.depth + 1 });
      });
    },
    /** Goes one step back; from the first step to the choice of residence (V2.17). */
    back(from: TabId): void {
      // A second tap on the back button must not leave before the first has taken effect.
      if (isMoving.current || registration.sending()) return;
      const tab = country && previousTab(country, registration.given(), from);
      const entry = entryNow();
      if (!tab) return void navigate({ to: '/registro/residencia' });
      if (!entry || entry.depth === 0) return void show(tab);
      void stepBack();
    },
    /** Goes to any step: one with a missing answer, one to change, or the last one again. */
    jumpTo(tab: TabId) {
      show(tab);
      void align();
    },
    /** Whether this step is still shown; an answer of the server may arrive after the customer left it. */
    isAt: (tab: TabId) => entryNow()?.step === tab && registration.view().tab === tab,
    /** Goes to the start and keeps the answers. */
    leave: (): void => void navigate({ to: '/' }),
    /** Removes the steps' entries and shows the confirmation, so that Back does not lead into the steps again. */
    async finish() {
      const entry = entryNow();
      if (entry && entry.depth > 0) await move(-entry.depth);
      await navigate({ to: '/registro/creada', replace: true });
    },
  };
}

const entryNow = (): StepEntry | null => stepEntryOf(stepNow());

/** Writes the entry: the first one replaces the current entry, others are added. */
const write = (entry: StepEntry): void => writeStep(entry, entry.depth === 0 ? 'replace' : 'push');
