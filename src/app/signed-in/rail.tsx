import { useRouterState } from '@tanstack/react-router';
import type { Policy } from '#contract/policies.ts';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { isHelpHidden, policyName } from '#rules/policies.ts';
import { type Shortcut, shortcutsOf } from '#rules/policy-card.ts';
import { addresses, type Destination, screens } from '#rules/screens.ts';
import { Bell } from '#screens/bell.tsx';
import { Icon, type IconName } from '#ui/base/icon.tsx';
import { Logo } from '#ui/base/logo.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { usePageMark } from '#ui/hooks/page-mark.ts';
import styles from './rail.module.css';
import { useChosenPolicy } from './use-chosen-policy.ts';
import { useQuestion } from './use-question.tsx';

type OfPolicy = (policyId: string) => Destination;

const policyEntries: { shortcut: Shortcut; icon: IconName; label: string; to: OfPolicy }[] = [
  { shortcut: 'reembolsos', icon: 'refund', label: 'Reembolsos', to: screens.refunds },
  { shortcut: 'carnet', icon: 'card', label: 'Carnet', to: screens.healthCard },
  { shortcut: 'historialPagos', icon: 'pay', label: 'Pagos', to: screens.payments },
  { shortcut: 'documentos', icon: 'doc', label: 'Documentos', to: screens.documents },
];

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
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { setAsking, dialog } = useQuestion();
  const ask = (label: string, offering: Policy[], to: OfPolicy) =>
    setAsking({
      label,
      offering,
      to: ({ Policy: id }) => to(id),
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
      <Entry
        icon="home"
        label="Inicio"
        to={screens.home}
        current={pathname === addresses.home || pathname === '/app/'}
      />
      {policyEntries.map(({ shortcut, icon, label, to }) => {
        const offers = (policy: Policy) => shortcutsOf(policy).includes(shortcut);
        const offering = policies.filter(offers);
        if (offering.length === 0) return null;
        const policy = chosen && offers(chosen) ? chosen : null;
        const section = to('').to.replace('$policyId', '');
        return (
          <Entry
            key={shortcut}
            icon={icon}
            label={label}
            {...(policy ? { to: to(policy.Policy) } : { onAsk: () => ask(label, offering, to) })}
            current={pathname.startsWith(section)}
          />
        );
      })}
      <span className={styles.space} />
      {!isHelpHidden(policies) && (
        <Entry
          icon="help"
          label="Ayuda"
          to={screens.help}
          current={pathname.startsWith('/app/configuraciones/ayuda')}
        />
      )}
      <Entry
        icon="user"
        label="Gestiona tu cuenta"
        to={screens.settings}
        current={pathname.startsWith('/app/configuraciones') && !pathname.startsWith('/app/configuraciones/ayuda')}
      />
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
