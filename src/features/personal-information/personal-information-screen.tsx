import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import { sameMailbox } from '#contract/mailbox.ts';
import { type CardName, personalVariant } from '#countries/personal-information.ts';
import type { Answers } from '#forms/answers.ts';
import { personalInformation } from '#mirror/collections.ts';
import { useMirror, useMirrored } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { useDraft } from '#outbox/hooks.ts';
import type { PersonalAnswers } from '#rules/personal-answers.ts';
import { problemText } from '#rules/problem-words.ts';
import { allHold } from '#rules/wizard.ts';
import { MirroredScreen } from '#screens/mirrored-screen.tsx';
import { useCustomer, useSession } from '#session/hooks.ts';
import type { Customer } from '#session/tokens.ts';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import { useLastKnown } from '#ui/hooks/use-last-known.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { EditDrawer } from './edit-drawer.tsx';
import { EmailCode } from './email-code.tsx';
import { InformationCard } from './information-card.tsx';
import { KEPT_EDIT, type KeptEdit, keptEditFrom } from './kept-edit.ts';
import styles from './personal-information.module.css';

/** H2.13: the insurer's record of the customer, in the variant of their residence; read from the mirror. */
export function PersonalInformationScreen() {
  const mirrored = useMirrored(personalInformation);
  const view = { ...mirrored, groups: useLastKnown(mirrored.groups) };
  const info = view.groups?.[0]?.rows[0];
  useFollowedAddress(info?.email);
  useFailedLoad(loadStateOf(view) === 'failed');

  return (
    <MirroredScreen
      title="Información personal"
      wide
      view={view}
      loading="Cargando tu información..."
      empty={{ icon: 'user', title: 'No tenemos información que mostrarte en este momento' }}
    >
      {info && <Cards info={info} />}
    </MirroredScreen>
  );
}

function Cards({ info }: { info: PersonalInformation }) {
  const { editing, kept, edit, keep, close, unkept, elsewhere } = useEditing();
  const [coding, setCoding] = useState(false);
  const variant = personalVariant(info.residenciaFiscal);
  if (!variant) return <EmptyState icon="user" title="No tenemos información que mostrarte en este momento" />;
  const cards = variant.cards.filter(({ when }) => allHold(when, info));
  const card = cards.find(({ name }) => name === editing);
  return (
    <>
      <div className={styles.cards}>
        {cards.map((one) => (
          <InformationCard
            key={one.name}
            card={one}
            info={info}
            onEdit={() => edit(one.name)}
            onCode={() => setCoding(true)}
          />
        ))}
      </div>
      {card && (
        <EditDrawer
          key={card.name}
          card={card}
          country={variant.country}
          info={info}
          kept={kept}
          onAnswers={(answers, opened) => keep(card.name, answers, opened)}
          unkept={unkept}
          elsewhere={elsewhere}
          onClose={close}
          onCode={() => {
            close();
            setCoding(true);
          }}
        />
      )}
      {coding && info.emailPendiente && <EmailCode info={info} onClose={() => setCoding(false)} />}
    </>
  );
}

/**
 * Which editor is open, and its draft. After a lock, a reload or a crash the same editor opens with what was typed (F12).
 * Closing it drops the draft (H4.8). When another tab saves or drops the draft, it is stored again: saving an edit twice
 * does no harm.
 */
function useEditing() {
  const { draft, save, discard, unkept, elsewhere, goOn } = useDraft(KEPT_EDIT);
  // Undefined until the customer opens or closes an editor; until then the draft decides.
  const [chosen, setChosen] = useState<CardName | null>();
  const kept = chosen === undefined && draft ? keptEditFrom(draft.form) : null;
  // The editor still reports answers while it slides away. They must not restore the dropped draft.
  const closed = useRef(false);
  const latest = useRef<KeptEdit | null>(null);
  const keepOn = useEffectEvent(() => {
    goOn();
    const typed = latest.current ?? kept;
    if (typed && !closed.current) save(typed);
  });
  useEffect(() => {
    if (elsewhere === 'gone') keepOn();
  }, [elsewhere]);
  return {
    editing: chosen === undefined ? (kept?.card ?? null) : chosen,
    kept,
    unkept,
    /** Another tab writes into the same draft: after a crash only one tab's answers come back. */
    elsewhere: elsewhere === 'changed',
    edit: (name: CardName) => {
      closed.current = false;
      latest.current = null;
      setChosen(name);
    },
    keep: (card: CardName, answers: Answers, opened: PersonalAnswers) => {
      if (closed.current) return;
      latest.current = { card, opened: opened as KeptEdit['answers'], answers: answers as KeptEdit['answers'] };
      save(latest.current);
    },
    close: () => {
      closed.current = true;
      void discard();
      setChosen(null);
    },
  };
}

/**
 * Moves the device to the email in the insurer's record, because that email signs in. They differ when the answer to a
 * change was lost, or when another device changed it. The record is asked for first: it may be from before the customer
 * signed in here with another email.
 */
function useFollowedAddress(email: string | undefined): void {
  const session = useSession();
  const mirror = useMirror();
  const who = useCustomer();
  const follow = useEffectEvent(async (own: Pick<Customer, 'email' | 'owner'>) => {
    const place = await mirror.locate(personalInformation);
    const asked = await mirror.pull(personalInformation);
    if (!asked.ok || place?.owner !== own.owner) return;
    const { groups } = await mirror.readAt<PersonalInformation>(place);
    const now = groups?.[0]?.rows[0]?.email;
    if (now && !sameMailbox(now, own.email)) await session.moveToEmail(now, own.owner);
  });
  const [ownEmail, owner] = [who?.email, who?.owner];
  useEffect(() => {
    if (!email || !ownEmail || !owner || sameMailbox(email, ownEmail)) return;
    void follow({ email: ownEmail, owner });
  }, [email, ownEmail, owner]);
}

/**
 * H8.10: when the record cannot be loaded and none is mirrored, a toast says the server's message and the customer goes to the
 * start. It is asked for once more: the failure may be of an earlier visit, and only the code of its message is kept.
 */
function useFailedLoad(failed: boolean): void {
  const mirror = useMirror();
  const toast = useToast();
  const navigate = useNavigate();
  const leave = useEffectEvent(async (isCurrent: () => boolean) => {
    const answer = await mirror.pull(personalInformation);
    if (answer.ok || !isCurrent()) return;
    const seen = { groups: null, problem: answer.problem.code, loading: false };
    if (loadStateOf(seen) !== 'failed') return;
    toast({ text: problemText(answer.problem), tone: 'error' });
    void navigate({ to: '/', replace: true });
  });
  useEffect(() => (failed ? untilCleanup((isCurrent) => void leave(isCurrent)) : undefined), [failed]);
}
