import type { Policy } from '#contract/policies.ts';
import { type Shortcut, shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import type { IconName } from '#ui/icon.tsx';
import { ShortcutRow, ShortcutTile } from '#ui/shortcut-tile.tsx';

const tiles: Record<Shortcut, { icon: IconName; label: string; href: (policyId: string) => string }> = {
  carnet: { icon: 'card', label: 'Carnet', href: screens.healthCard },
  reembolsos: { icon: 'refund', label: 'Reembolsos', href: screens.refunds },
  historialPagos: { icon: 'pay', label: 'Pagos', href: screens.payments },
  documentos: { icon: 'doc', label: 'Documentos', href: screens.documents },
};

/** H2.20: what can be done with the policy in front. */
export function PolicyActions({ policy }: { policy: Policy }) {
  return (
    <ShortcutRow>
      {shortcutsOf(policy).map((shortcut) => {
        const { icon, label, href } = tiles[shortcut];
        return <ShortcutTile key={shortcut} icon={icon} label={label} href={href(policy.Policy)} />;
      })}
    </ShortcutRow>
  );
}
