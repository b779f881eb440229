import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import type { ProblemCode } from '#contract/result.ts';
import { type CardName, personalVariant } from '#countries/personal-information.ts';
import type { Answers } from '#forms/answers.ts';
import { personalInformation } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import { useDraft } from '#outbox/hooks.ts';
import { problemText } from '#rules/problem-words.ts';
import { allHold } from '#rules/wizard.ts';
import { MirroredScreen } from '#screens/mirrored-screen.tsx';
import { useCustomer, useSession } from '#session/hooks.ts';
import { EmptyState } from '#ui/states.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useLasting } from '#ui/use-lasting.ts';
import { EditDrawer } from './edit-drawer.tsx';
import { EmailCode } from './email-code.tsx';
import { InformationCard } from './information-card.tsx';
import { KEPT_EDIT, type KeptEdit, keptEditFrom } from './kept-edit.ts';
import styles from './personal-information.module.css';

/** H2.13: what the insurer knows about the customer, by the variant of their residence; read from the device. */
export function PersonalInformationScreen() {
  const mirrored = useMirrored(personalInformation);
  const view = { ...mirrored, groups: useLasting(mirrored.groups) };
  const info = view.groups?.[0]?.rows[0];
  useFollowedAddress(info?.email);
  useFailedLoad(shownState(view) === 'failed' ? view.problem : null);

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
          onAnswers={(answers) => keep(card.name, answers)}
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
 * Which editor is open, and what is kept of it. After a lock, a reload or a crash the same one opens with what was typed (F12).
 * Cancelar and every other way of closing drop it (H4.8). Saved or dropped in another tab, it is kept on all the same: an edit
 * that is saved twice does no harm.
 */
function useEditing() {
  const { draft, save, discard, unkept, elsewhere, goOn } = useDraft(KEPT_EDIT);
  // Undefined until the customer opens or closes one here: what was kept decides.
  const [chosen, setChosen] = useState<CardName | null>();
  const kept = chosen === undefined && draft ? keptEditFrom(draft.form) : null;
  // The editor still stands while it slides away: what it says then must not bring back what was dropped.
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
    /** Another tab writes into the one draft there is: after a crash only its words or these come back. */
    elsewhere: elsewhere === 'changed',
    edit: (name: CardName) => {
      closed.current = false;
      latest.current = null;
      setChosen(name);
    },
    keep: (card: CardName, answers: Answers) => {
      if (closed.current) return;
      latest.current = { card, answers: answers as KeptEdit['answers'] };
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
 * The address in the insurer's record is the one to sign in with. When it is another than this device knows, after a change
 * here whose answer may even have been lost, the device follows it.
 */
function useFollowedAddress(email: string | undefined): void {
  const session = useSession();
  const known = useCustomer()?.email;
  useEffect(() => {
    if (!email || !known || email.trim().toLowerCase() === known.trim().toLowerCase()) return;
    void session.moveToEmail(email);
  }, [session, email, known]);
}

/** H8.10: when nothing can be shown because the server would not give it, its reason is said and the customer is at the start. */
function useFailedLoad(problem: ProblemCode | null): void {
  const toast = useToast();
  const navigate = useNavigate();
  const leave = useEffectEvent((code: ProblemCode) => {
    toast({ text: problemText({ code }), tone: 'error', duration: 6000 });
    void navigate({ to: '/', replace: true });
  });
  useEffect(() => {
    if (problem) leave(problem);
  }, [problem]);
}
