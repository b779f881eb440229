import { Link, useRouterState } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import type { Policy } from '#contract/policies.ts';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { isHelpHidden } from '#rules/policies.ts';
import { type Shortcut, shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import styles from './rail.module.css';
import { useChosenPolicy } from './use-chosen-policy.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useShortcut } from './use-shortcut.ts';
import { useTold } from './use-told.ts';

const policyEntries: { shortcut: Shortcut; icon: IconName; label: string; href: (policyId: string) => string }[] = [
  { shortcut: 'reembolsos', icon: 'refund', label: 'Reembolsos', href: screens.refunds },
  { shortcut: 'carnet', icon: 'card', label: 'Carnet', href: screens.healthCard },
  { shortcut: 'historialPagos', icon: 'pay', label: 'Pagos', href: screens.payments },
  { shortcut: 'documentos', icon: 'doc', label: 'Documentos', href: screens.documents },
];

/**
 * The way through the signed-in area on a wide screen. An entry about a policy uses the one last chosen on home if that offers
 * it, else the first that does; it is absent when none does.
 */
export function Rail() {
  const mirrored = useMirrored(policiesCollection);
  const policies: Policy[] = (mirrored.groups ?? []).flatMap((group) => group.rows);
  const chosen = useChosenPolicy(policies);
  useShortcut(policies, chosen);
  useTold(policies);
  usePrefetch(policies, chosen);
  useRoom();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={styles.rail} aria-label="Secciones">
      <Link to="/app" className={styles.brand} aria-label="Amparo, inicio">
        <Logo />
      </Link>
      <Entry icon="home" label="Inicio" href={screens.home()} current={pathname === '/app' || pathname === '/app/'} />
      {policyEntries.map(({ shortcut, icon, label, href }) => {
        const offers = (policy: Policy) => shortcutsOf(policy).includes(shortcut);
        const policy = chosen && offers(chosen) ? chosen : policies.find(offers);
        if (!policy) return null;
        const section = href('').slice(1, -1);
        return (
          <Entry
            key={shortcut}
            icon={icon}
            label={label}
            href={href(policy.Policy)}
            current={pathname.startsWith(section)}
          />
        );
      })}
      <span className={styles.space} />
      {!isHelpHidden(policies) && (
        <Entry
          icon="help"
          label="Ayuda"
          href={screens.help}
          current={pathname.startsWith('/app/configuraciones/ayuda')}
        />
      )}
      <Entry
        icon="cog"
        label="Gestiona tu cuenta"
        href={screens.settings}
        current={pathname.startsWith('/app/configuraciones') && !pathname.startsWith('/app/configuraciones/ayuda')}
      />
    </nav>
  );
}

/** Marks the page while the rail stands: what it takes of the window's left, other pieces must leave free. */
function useRoom(): void {
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset;
    marks.rail = '';
    return () => {
      delete marks.rail;
    };
  }, []);
}

function Entry({ icon, label, href, current }: { icon: IconName; label: string; href: string; current: boolean }) {
  return (
    <a className={styles.entry} href={href} title={label} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      <span className={styles.label}>{label}</span>
    </a>
  );
}
