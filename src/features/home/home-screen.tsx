import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Policy } from '#contract/policies.ts';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { type MirroredView, useAgeOf, useMirrored } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { homeParts } from '#mirror/plan.ts';
import { today } from '#rules/dates.ts';
import { localeOf } from '#rules/money.ts';
import { screens } from '#rules/screens.ts';
import { Bell } from '#screens/bell.tsx';
import { ViewAge, ViewState } from '#screens/mirrored-screen.tsx';
import { useCustomer } from '#session/hooks.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Icon } from '#ui/base/icon.tsx';
import { initialsOf } from '#ui/base/initials.ts';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import { useWide } from '#ui/hooks/media.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { AllHere } from './all-here.tsx';
import { ArrearsLines } from './arrears-lines.tsx';
import { lastPolicy } from './chosen-policy.ts';
import { FirstSteps } from './first-steps.tsx';
import styles from './home-screen.module.css';
import { NewsCard } from './news-card.tsx';
import { NoPolicies } from './no-policies.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { PolicyCarousel, type PolicyCarouselProps } from './policy-carousel.tsx';
import { PolicyDesk } from './policy-desk.tsx';
import { PolicyListDialog } from './policy-list.ts';
import { PolicyNotes } from './policy-notes.tsx';
import { PolicySide } from './policy-side.tsx';
import { type PlaceOfNext, usePlaceOfNext } from './use-place-of-next.ts';
import { hasListEntry, NO_POLICIES_TO_SHOW, usePolicyList } from './use-policy-list.ts';
import { useWhatNext, type WhatNextNow } from './use-what-next.ts';
import { QueueNotice, ReceivedNotice } from './waiting-notices.tsx';
import { WhatNext } from './what-next.tsx';
import { WhatNextDesk } from './what-next-desk.tsx';

/**
 * H2.2: arrears first, then the policies as cards and the actions of the policy in front. On a desk all policies are shown,
 * and nothing that the rail already has.
 */
export function HomeScreen() {
  const session = useCustomer();
  // Out of the page (app/signed-in/kept-home.tsx), home has no address.
  const poliza = useSearch({ from: '/app/', shouldThrow: false, select: (search) => search.poliza });
  const navigate = useNavigate({ from: '/app/' });
  const router = useRouter();
  const mirrored = useMirrored(policiesCollection);
  const now = useMinute();
  const list = usePolicyList();
  const policies: Policy[] = mirrored.groups?.flatMap((group) => group.rows) ?? [];
  const residence = session?.residence ?? '';
  const locale = localeOf(residence);
  const wide = useWide();

  const choose = (next: number) => {
    // A navigation to another screen is under way. A new address for home would overtake it and bring the customer back.
    if (router.latestLocation.pathname.replace(/\/$/, '') !== '/app') return;
    void navigate({ search: (before) => ({ ...before, poliza: String(next) }), replace: true, resetScroll: false });
  };
  const last = policies.findIndex(({ Policy }) => Policy === lastPolicy());
  // Without a number in the address, home shows the policy that was last in front.
  const index = useSamePolicyInFront(policies, poliza ?? (last > 0 ? String(last) : undefined), choose);
  const cards = { policies, index, locale, today: today(now), onIndex: choose, onShowAll: list.open };
  // The residence decides how amounts are written, so nothing is drawn before it is known.
  const state = session ? loadStateOf(mirrored) : 'loading';
  const front = state === 'filled' ? policies[index] : undefined;

  const next = useWhatNext(policies, now);
  const place = usePlaceOfNext(next, front !== undefined);
  const isLasting = place === 'first' || (place === 'last' && next.nothing);
  const age = mirrored.groups && <Age {...{ mirrored, policies, front }} />;

  return (
    <main
      className={styles.home}
      data-next={front && place}
      // Kept as it will stand at the next start.
      data-lasting={front && index === 0 && isLasting ? '' : undefined}
    >
      <Greeting name={session?.nombre.trim()} />
      {wide && age}
      <div className={classNames('stack-5', styles.main)} data-alone={front ? undefined : ''}>
        {state === 'filled' && (
          <ArrearsLines policies={policies} bills={next.bills} locale={locale} now={now} onShowAll={list.open} />
        )}
        <LiveRegion passing>
          <QueueNotice />
          <ReceivedNotice />
        </LiveRegion>
        {state === 'empty' && <NoPolicies onProved={mirrored.refresh} />}
        {state !== 'empty' && state !== 'filled' && (
          <ViewState
            view={mirrored}
            state={state}
            loading="Cargando tus pólizas..."
            shape="home"
            empty={{ title: NO_POLICIES_TO_SHOW }}
          >
            {null}
          </ViewState>
        )}
        {front && <InFront front={front} cards={cards} now={now} />}
        {front && session && <AllHere key={session.owner} owner={session.owner} />}
      </div>
      {front && <Beside front={front} next={next} place={place} residence={residence} now={now} />}
      {mirrored.groups && <AllPolicies {...{ policies, index, list }} />}
      {!wide && age}
      {front && session && (
        <FirstSteps
          key={session.owner}
          owner={session.owner}
          policies={policies}
          since={mirrored.at}
          isWhole={next.isWhole && isLasting}
        />
      )}
      {front && !wide && place === 'last' && !next.nothing && (
        <div className={styles.late}>
          <WhatNext next={next} locale={locale} now={now} />
        </div>
      )}
    </main>
  );
}

interface AgeProps {
  mirrored: MirroredView<Policy>;
  policies: readonly Policy[];
  front: Policy | undefined;
}

/** On a desk it stands above the policies, on a phone below all else. */
function Age({ mirrored, policies, front }: AgeProps) {
  const parts = homeParts(policies, front?.Policy ?? null);
  const shown = useAgeOf(parts.map(({ collection, policyId }) => [collection, policyId] as const));
  return (
    <div className={styles.updated} data-passing>
      <ViewAge view={{ ...mirrored, ...shown, at: shown.at ?? mirrored.at }} />
    </div>
  );
}

interface AllPoliciesProps {
  policies: readonly Policy[];
  index: number;
  list: ReturnType<typeof usePolicyList>;
}

/** The address opens and closes it, and draws nothing else of home anew. */
function AllPolicies({ policies, index, list }: AllPoliciesProps) {
  const showing = useSearch({ from: '/app/', shouldThrow: false, select: (search) => search.showing });
  const hasEntry = useRouterState({ select: ({ location }) => hasListEntry(location.state) });
  return (
    <PolicyListDialog
      {...{ policies, index }}
      open={showing === 'true'}
      inHistory={hasEntry}
      onClose={list.close}
      onChoose={list.choose}
    />
  );
}

interface InFrontProps {
  front: Policy;
  cards: PolicyCarouselProps;
  now: Date;
}

/** The policies, and what the one in front asks for. */
function InFront({ front, cards, now }: InFrontProps) {
  const wide = useWide();
  if (wide)
    return (
      <PolicyDesk {...cards}>
        <PolicyNotes policy={front} now={now} />
      </PolicyDesk>
    );
  return (
    <>
      <PolicyCarousel {...cards} />
      <div className="stack-4">
        <PolicyNotes policy={front} now={now} />
        <PolicyActions policy={front} />
      </div>
    </>
  );
}

/** The policy in front, with the list and the address that it was found in. */
interface InFrontThen {
  list: string;
  policy: string;
  addressed: string | undefined;
}

interface BesideProps {
  front: Policy;
  next: WhatNextNow;
  place: PlaceOfNext;
  residence: string;
  now: Date;
}

/**
 * What comes next, and the people of the policy in front: below the policies, on a desk beside them. The people keep their place in
 * the tree when a tablet is turned, and with them what is typed in a dialog of theirs.
 */
function Beside({ front, next, place, residence, now }: BesideProps) {
  const wide = useWide();
  const what = { next, locale: localeOf(residence), now };
  return (
    <div className={classNames('stack-5', styles.side)}>
      {wide && <WhatNextDesk {...what} />}
      {!wide && place !== 'last' && <WhatNext {...what} />}
      <PolicySide key={front.Policy} policy={front} residence={residence} />
      {wide && <NewsCard now={now} />}
    </div>
  );
}

function Greeting({ name }: { name: string | undefined }) {
  const initials = initialsOf(name ?? '');
  return (
    <header className={styles.header}>
      <div className={styles.greeting}>
        <p className="soft small">Hola,</p>
        <h1 className={styles.name} tabIndex={-1} dir="auto" data-title="Inicio">
          {name || 'te damos la bienvenida'}
        </h1>
      </div>
      <div className={styles.ways}>
        <Bell className={styles.bell} />
        <ScreenLink
          className={styles.settings}
          to={screens.settings}
          aria-label="Gestiona tu cuenta"
          title="Gestiona tu cuenta"
        >
          {initials ? <span aria-hidden="true">{initials}</span> : <Icon name="user" />}
        </ScreenLink>
      </div>
    </header>
  );
}

/**
 * Keeps the same policy in front when a refresh changes the order, also while the customer was on another screen: the address
 * holds an index, and home would jump to a neighbour. Returns the index of the policy in front and then corrects the address.
 */
function useSamePolicyInFront(
  policies: readonly Policy[],
  addressed: string | undefined,
  choose: (index: number) => void,
): number {
  const [front, setFront] = useEntryState<InFrontThen | null>('policy in front', null);
  const list = policies.map(({ Policy }) => Policy).join(' ');
  const reordered = front !== null && front.list !== list && front.addressed === addressed;
  const found = reordered ? policies.findIndex(({ Policy }) => Policy === front.policy) : -1;
  const wanted = indexIn(policies, addressed);
  const index = found >= 0 ? found : wanted;
  const follow = useEffectEvent(() => {
    if (index !== wanted) return choose(index);
    const policy = policies[index]?.Policy;
    // A list that has yet to come says nothing of it.
    if (policy !== undefined) setFront({ list, policy, addressed });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list's order and the place in it are what it follows.
  useEffect(() => follow(), [list, addressed, index]);
  return index;
}

function indexIn(policies: readonly Policy[], addressed: string | undefined): number {
  const wanted = Number(addressed ?? 0);
  return Math.max(0, Math.min(Number.isInteger(wanted) ? wanted : 0, policies.length - 1));
}
