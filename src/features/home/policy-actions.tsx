import type { Policy } from '#contract/policies.ts';
import { peopleOf, type Shortcut, shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import { LinkCard } from '#ui/card.tsx';
import type { IconName } from '#ui/icon.tsx';
import { ShortcutRow, ShortcutTile } from '#ui/shortcut-tile.tsx';
import styles from './policy-actions.module.css';

const tiles: Record<Shortcut, { icon: IconName; label: string; href: (policyId: string) => string }> = {
  carnet: { icon: 'card', label: 'Carnet', href: screens.healthCard },
  reembolsos: { icon: 'refund', label: 'Reembolsos', href: screens.refunds },
  historialPagos: { icon: 'pay', label: 'Pagos', href: screens.payments },
  documentos: { icon: 'doc', label: 'Documentos', href: screens.documents },
};

/** H2.20, H2.21: what can be done with the policy in front. */
export function PolicyActions({ policy }: { policy: Policy }) {
  const people = peopleOf(policy);
  return (
    <div className={styles.actions}>
      <ShortcutRow>
        {shortcutsOf(policy).map((shortcut) => {
          const { icon, label, href } = tiles[shortcut];
          return <ShortcutTile key={shortcut} icon={icon} label={label} href={href(policy.Policy)} />;
        })}
      </ShortcutRow>
      {people === 'dependientes' ? (
        <LinkCard
          icon="people"
          tone="health"
          title="Dependientes"
          detail="Quiénes están asegurados contigo"
          href={screens.dependents(policy.Policy)}
        />
      ) : (
        <LinkCard
          icon="people"
          tone="life"
          title="Beneficiarios"
          detail="A quiénes protege tu póliza"
          href={screens.beneficiaries(policy.Policy)}
        />
      )}
    </div>
  );
}
