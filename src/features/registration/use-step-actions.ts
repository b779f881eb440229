import { listsOfCountry, loadLists } from '#countries/load-lists.ts';
import type { Answers } from '#forms/answers.ts';
import { focusField } from '#forms/focus-field.ts';
import type { Refusal } from '#forms/refusal.ts';
import { unkeptText } from '#forms/unkept-note.tsx';
import { today } from '#rules/dates.ts';
import { nextTab, pathFor } from '#rules/wizard.ts';
import type { Country, Lists, Step, TabId } from '#rules/wizard-country.ts';
import { afterChange, firstIncomplete, labelFor } from '#rules/wizard-fields.ts';
import { part } from '#senses/part.ts';
import { useSession } from '#session/hooks.ts';
import type { Session } from '#session/session.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import type { Registration } from './create-registration.ts';
import { useRegistration } from './hooks.ts';
import { isTaken } from './lookup.ts';
import { send } from './send.ts';
import type { ConnectionWait } from './use-connection-wait.ts';
import type { StepHistory } from './use-step-history.ts';
import { words } from './words.ts';

const bringLists = part(loadLists);

interface StepInHand {
  country: Country;
  step: Step;
  isLast: boolean;
  lists: Lists;
  steps: StepHistory;
  wait: ConnectionWait;
  /** Called with whether the server knows an account with the typed email. */
  setHasAccount: (known: boolean) => void;
}

interface RegistrationInHand extends Pick<StepInHand, 'country' | 'lists' | 'steps'> {
  registration: Registration;
  session: Session;
  say: ReturnType<typeof useToast>;
}

/** Where a step leads: on, to another step that must change, out of the wizard, or to the new account. */
export function useStepActions({ country, step, isLast, lists, steps, wait, setHasAccount }: StepInHand) {
  const { registration } = useRegistration();
  const session = useSession();
  const say = useToast();
  const around = () => ({ today: today(new Date()), lists });

  const go = (answers: Answers): Promise<Refusal | undefined> | undefined => {
    registration.answer(answers);
    const { lookup } = step;
    if (lookup) return wait.run((signal) => ask(lookup, answers, signal));
    if (isLast) return wait.run(finish, true);
    goOn();
  };
  const goOn = () => {
    const given = registration.given();
    const back = registration.reviewing() ? afterChange(country, given, step.id, around()) : null;
    const next = nextTab(country, given, step.id);
    if (back) steps.jumpTo(back);
    else if (next) steps.forward(next);
  };
  const ask = async (lookup: NonNullable<Step['lookup']>, answers: Answers, signal: AbortSignal) => {
    const refusal = await isTaken(session, country, lookup, { ...registration.given(), ...answers });
    // The answer is ignored when the customer went back or changed the fields meanwhile.
    if (!steps.isAt(step.id) || signal.aborted) return undefined;
    if (refusal?.unreached) return refusal;
    if (!refusal) goOn();
    setHasAccount(refusal?.fields?.email !== undefined);
    return refusal;
  };
  const finish = async (signal: AbortSignal): Promise<Refusal | undefined> => {
    // The step may have been shown without them: what they add to the answers would be missing.
    const lists = await bringLists(listsOfCountry(country)).catch(() => null);
    if (!lists) return { unreached: true };
    if (signal.aborted) return undefined;
    const lacking = firstIncomplete(country, registration.given(), { ...around(), lists });
    if (lacking && lacking !== step.id) {
      say({ text: words.incomplete, tone: 'error' });
      change(lacking);
      return undefined;
    }
    const hand = { country, lists, steps, registration, session, say };
    return registration.whileSending(() => create(hand, signal));
  };

  /** Goes to an earlier step, whose 'Continuar' then leads back here. */
  const change = (tab: TabId) => {
    if (registration.sending()) return;
    registration.review();
    steps.jumpTo(tab);
  };
  /** Leaves the wizard once the answers are on the device, where they stay. What only this page holds would go with it. */
  const pause = async () => {
    await registration.flush();
    const why = registration.unkept();
    if (why) return say({ text: unkeptText[why], tone: 'error' });
    say({ text: words.paused, duration: 6000 });
    steps.leave();
  };
  /** Names the step of a refused field that belongs to another step. */
  const onItsStep = (name: string) => {
    const path = pathFor(country, registration.given());
    const there = path.find(({ id, fields }) => id !== step.id && fields.some((field) => field.name === name));
    const field = there?.fields.find((one) => one.name === name);
    if (!there || !field) return null;
    const label = words.onStep(there.title, field.calledAs ?? labelFor(field, registration.given()));
    const go = () => {
      change(there.id);
      focusField(name);
    };
    return { label, go };
  };

  return { go, change, pause, onItsStep };
}

/** Makes the account of what is answered now. */
async function create(
  { country, lists, steps, registration, session, say }: RegistrationInHand,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const sent = { given: registration.given(), key: registration.key() };
  await registration.flush();
  if (signal.aborted) return undefined;
  const newKey = async () => {
    sent.key = await registration.newKey(sent.key);
    return sent.key;
  };
  const refusal = await send(session, country, sent.given, lists, sent.key, newKey);
  registration.refuse(sent, refusal?.fields ?? {});
  // A link or a typed address has led away.
  if (signal.aborted) {
    if (!refusal) await registration.finishUnchanged(sent);
    return refusal;
  }
  if (refusal && !refusal.unreached) say({ text: words.failed, tone: 'error' });
  if (refusal) return refusal;
  await steps.finish();
  await registration.finish();
  return undefined;
}
