import { useRouterState } from '@tanstack/react-router';
import type { Policy } from '#contract/policies.ts';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { isHelpHidden, policyName } from '#rules/policies.ts';
import { offeringOf } from '#rules/policy-sections.ts';
import { type Destination, screens } from '#rules/screens.ts';
import { Bell } from '#screens/bell.tsx';
import { Icon, type IconName } from '#ui/base/icon.tsx';
import { Logo } from '#ui/base/logo.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { usePageMark } from '#ui/hooks/page-mark.ts';
import styles from './rail.module.css';
import { placeAt, policyEntries } from './rail-entries.ts';
import { useChosenPolicy } from './use-chosen-policy.ts';
import { useQuestion } from './use-question.tsx';

/**
 * The navigation of the signed-in area on a wide screen. An entry about a policy uses the one last chosen on home if that
 * offers it, else it asks which one. It is absent when no policy offers it.
 */
export function Rail() {
  const mirrored = useMirrored(policiesCollection);
  const policies: Policy[] = (mirrored.groups ?? []).flatMap((group) => group.rows);
  const chosen = useChosenPolicy(policies);
  // What the rail takes of the window's left, other pieces must leave free.
  usePageMark('rail');
  const place = useRouterState({ select: (state) => placeAt(state.location.pathname) });
  const { setAsking, dialog } = useQuestion();
  const ask = (label: string, offering: Policy[], to: (policy: Policy) => Destination) =>
    setAsking({
      label,
      offering,
      to,
      description: chosen ? `${policyName(chosen)} no tiene ${label.toLowerCase()}. Elige la póliza.` : '',
    });
  return (
    <nav className={styles.rail} aria-label="Secciones">
      <div className={styles.top}>
        <ScreenLink to={screens.home} className={styles.brand} aria-label="Amparo, inicio">
          <Logo />
        </ScreenLink>
        <Bell className={styles.bell} />
      </div>
      <Entry icon="home" label="Inicio" to={screens.home} current={place === 'Inicio'} />
      {policyEntries.map(({ icon, label, to }) => {
        const offering = offeringOf(label, policies);
        if (offering.length === 0) return null;
        const policy = offering.find((one) => one === chosen);
        return (
          <Entry
            key={label}
            icon={icon}
            label={label}
            {...(policy ? { to: to(policy) } : { onAsk: () => ask(label, offering, to) })}
            current={place === label}
          />
        );
      })}
      <span className={styles.space} />
      {!isHelpHidden(policies) && <Entry icon="help" label="Ayuda" to={screens.help} current={place === 'Ayuda'} />}
      <Entry icon="user" label="Gestiona tu cuenta" to={screens.settings} current={place === 'Gestiona tu cuenta'} />
      {dialog}
    </nav>
  );
}

interface EntryProps {
  icon: IconName;
  label: string;
  current: boolean;
  to?: Destination;
  /** Set instead of an address when the entry first asks for the policy. */
  onAsk?: () => void;
}

function Entry({ icon, label, to, onAsk, current }: EntryProps) {
  const inside = (
    <>
      <Icon name={icon} />
      <span className={styles.label}>{label}</span>
    </>
  );
  return to ? (
    <ScreenLink className={styles.entry} to={to} title={label} aria-current={current ? 'page' : undefined}>
      {inside}
    </ScreenLink>
  ) : (
    <button type="button" className={styles.entry} title={label} aria-haspopup="dialog" onClick={onAsk}>
      {inside}
    </button>
  );
}
