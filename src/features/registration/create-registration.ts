import type { Residence } from '#contract/account.ts';
import { countryOf } from '#countries/register.ts';
import type { Answers, FileAnswer } from '#forms/answers.ts';
import { createKeptFiles, filesFrom } from '#forms/kept-files.ts';
import { mayReplaceAll } from '#forms/late-files.ts';
import type { Draft, Drafts, UnkeptCode } from '#outbox/drafts.ts';
import { createListeners } from '#rules/store.ts';
import { carriedOver, droppedSteps } from '#rules/wizard.ts';
import {
  areSameAnswers,
  formOf,
  initialAnswers,
  isBegun,
  isSameAnswer,
  photosOf,
  type Registering,
  registeringIn,
  withoutSecrets,
} from './draft-form.ts';
import type { DraftSlot } from './draft-slot.ts';

/** What screens draw. It holds no answers, so that typing does not redraw the wizard. */
export interface RegistrationView {
  /** reading: the draft is being read. offered: a draft can be resumed. */
  state: 'reading' | 'none' | 'offered' | 'under way';
  country: Residence | null;
  tab: string;
  /** When the offered draft was last written, in milliseconds. */
  at: number | null;
}

export type Registration = ReturnType<typeof createRegistration>;

export type RegistrationId = (Pick<Registering, 'key' | 'country'> & { tipoId: unknown }) | null;

interface RegistrationPorts {
  drafts: Drafts;
  claim: () => Promise<DraftSlot>;
}

/** How often a draft that does not come is read, before the form opens without it. */
const MAX_LOADS = 4;
const BETWEEN_LOADS_MS = 500;
/** There are four (draft-slot.ts). */
const MAX_SLOTS = 4;

/** One tab's registration, held in memory and in a draft of its own. */
export function createRegistration({ drafts, claim }: RegistrationPorts) {
  let view: RegistrationView = { state: 'reading', country: null, tab: '', at: null };
  let current: Registering | null = null;
  /** Where the draft is kept; null until the one that lies there was read. */
  let slot: string | null = null;
  let claimed: DraftSlot | null = null;
  let opening: Promise<void> | null = null;
  let reviewing = false;
  let arrived: Answers | undefined;
  /** Set while no draft slot could be claimed or read; the next answer tries again. */
  let unread = false;
  let asking = false;
  let sending = false;
  /** What the last sending refused, by field, while its answer stands. */
  let refused: Readonly<Record<string, string>> = {};
  const files = createKeptFiles();
  const { subscribe, tell } = createListeners();

  function show(state: RegistrationView['state'], at: number | null = null): void {
    view = { state, country: current?.country ?? null, tab: current?.tab ?? '', at };
    tell();
  }

  async function read(slotsLeft = MAX_SLOTS): Promise<void> {
    await drafts.removeOld();
    claimed ??= await claim();
    const { id, ours } = claimed;
    const draft = await loadPatiently(id);
    const photos = filesFrom(draft?.files);
    const found = draft && registeringIn(draft.form, photos);
    // What was begun before the device answered goes into another slot. The draft that lies here has the key of its own.
    if (current && found && isBegun(found)) {
      claimed = null;
      if (slotsLeft === 1) throw new Error('no slot is free');
      return read(slotsLeft - 1);
    }
    slot = id;
    files.begin(photos);
    // The customer may have chosen a country before the device answered.
    if (current) {
      keep();
      return show(view.state);
    }
    current = found;
    if (!found || !draft) return show('none');
    show(ours || !isBegun(found) ? 'under way' : 'offered', draft.at);
  }

  /** A form that opened empty would be kept over the draft that lies there, and over the key it was sent with (F65). */
  async function loadPatiently(id: string): Promise<Draft | null> {
    for (let loads = 1; ; loads += 1) {
      try {
        return await drafts.load(id);
      } catch (error) {
        if (loads === MAX_LOADS) throw error;
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOADS_MS));
      }
    }
  }

  function keep(): void {
    if (slot !== null && current) {
      const id = slot;
      drafts.save(id, formOf(current));
      void files.keep(photosOf(current.given), {
        saveFile: (side, photo) => drafts.saveFile(id, side, photo),
        removeFile: (side) => drafts.removeFile(id, side),
      });
    } else if (unread && !asking) {
      asking = true;
      void read()
        .catch(notRead)
        .finally(() => {
          asking = false;
        });
    }
  }

  function showRefused(entries: [string, string][]): void {
    refused = Object.fromEntries(entries);
    tell();
  }

  function notRead(error: unknown): void {
    // Without storage the form still works. It is not stored, and the customer is told.
    console.error('registration: the draft could not be read', error);
    unread = slot === null;
    show(current ? 'under way' : 'none');
  }

  async function end(): Promise<void> {
    current = null;
    arrived = undefined;
    reviewing = false;
    refused = {};
    files.begin({});
    if (slot !== null) await drafts.discard(slot);
    // The next customer on this page must not see this one's answers.
    show('none');
  }

  return {
    view: () => view,
    subscribe(changed: () => void) {
      const ends = [subscribe(changed), drafts.subscribe(changed)];
      return () => {
        for (const end of ends) end();
      };
    },
    /** Why the last answers are not stored (F36). Changes are announced through `subscribe`. */
    unkept: (): UnkeptCode | null => (slot !== null ? drafts.unkept(slot) : unread ? 'failed' : null),
    /** Identifies this registration for `answerLate`. */
    id: (): RegistrationId =>
      current && { key: current.key, country: current.country, tipoId: current.given.tipoId ?? null },
    /**
     * Takes a photo that was ready after its step was left, if the same registration in the same country is still open with the
     * same type of document, and nothing else was attached.
     */
    answerLate(of: RegistrationId, answers: Answers, before: FileAnswer | null) {
      if (!of || current?.key !== of.key || current.country !== of.country) return;
      const { given } = current;
      if (of.tipoId !== (given.tipoId ?? null)) return;
      if (!mayReplaceAll(given, answers, before)) return;
      this.answer(answers);
      arrived = answers;
      tell();
    },
    /** The photo that came last in this way, for the step that is shown. */
    arrived: () => arrived,
    /** Reads the draft once, however many screens call it. */
    open() {
      opening ??= read().catch(notRead);
      return opening;
    },
    /** The steps whose answers a move to this country would drop. */
    droppedBy(name: Residence) {
      const [from, to] = [current && countryOf(current.country), countryOf(name)];
      return current && from && to && from !== to ? droppedSteps(from, to, current.given) : [];
    },
    /** Starts a registration, or moves it to another country. Answers that both countries ask for are kept. */
    choose(name: Residence) {
      const to = countryOf(name);
      if (!to) return;
      const from = current && countryOf(current.country);
      const carried = current && from && from !== to ? carriedOver(from, to, current.given) : current?.given;
      const given = { ...initialAnswers(to), ...carried };
      const tab = current && from === to ? current.tab : (to.steps[0]?.id ?? '');
      reviewing = false;
      refused = {};
      current = { country: to.name, tab, given, key: current?.key ?? crypto.randomUUID() };
      keep();
      show('under way');
    },
    /** Makes 'Continuar' lead back to the last step, until that step is shown. Kept in memory only. */
    review() {
      reviewing = true;
    },
    reviewing: () => reviewing,
    goTo(tab: string) {
      if (!current) return;
      if (tab === countryOf(current.country)?.steps.at(-1)?.id) reviewing = false;
      current = { ...current, tab };
      keep();
      show('under way');
    },
    given: () => current?.given ?? {},
    key: () => current?.key ?? '',
    /** Takes another key, which is on the device before it is used. A registration begun since the one of this key keeps its own. */
    async newKey(of: string): Promise<string> {
      const key = crypto.randomUUID();
      if (current?.key === of) current = { ...current, key };
      keep();
      await drafts.flush();
      return key;
    },
    /** Takes a step's answers and stores the draft. What was refused of an answer goes with it. */
    answer(answers: Registering['given']) {
      if (!current) return;
      const { given } = current;
      const stands = Object.entries(refused).filter(
        ([name]) => !(name in answers) || isSameAnswer(name, given, answers),
      );
      if (stands.length < Object.keys(refused).length) showRefused(stands);
      current = { ...current, given: { ...current.given, ...answers } };
      keep();
    },
    /** Whether it is on its way to the server. What changed then would be in no account, and who left would be signed in (F56). */
    sending: () => sending,
    async whileSending<T>(send: () => Promise<T>): Promise<T> {
      sending = true;
      tell();
      try {
        return await send();
      } finally {
        sending = false;
        tell();
      }
    },
    /** Keeps what was refused, so that each step shows it at its fields, if it is still this registration and the same answer. */
    refuse({ given, key }: Pick<Registering, 'given' | 'key'>, fields: Readonly<Record<string, string>>) {
      if (current?.key !== key) return;
      const now = current.given;
      showRefused(Object.entries(fields).filter(([name]) => isSameAnswer(name, now, given)));
    },
    refused: () => refused,
    /** Drops the password when the customer leaves the registration. The last step asks for it again (D45). */
    forgetPassword() {
      if (current) current = { ...current, given: withoutSecrets(current.given) };
    },
    /** 'Continuar tu registro'. */
    resume: () => show('under way'),
    /** 'Empezar de nuevo'. */
    restart: end,
    /** Erases the draft once the account exists. */
    finish: end,
    /** The same once its step was left. What has changed since, but for the passwords, is the customer's and stays. */
    async finishUnchanged({ given, key }: Pick<Registering, 'given' | 'key'>) {
      if (current?.key === key && areSameAnswers(current.given, given)) await end();
    },
    /** Resolves when everything typed and every photo is on the device. */
    flush: drafts.flush,
  };
}
