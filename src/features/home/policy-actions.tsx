import type { Policy } from '#contract/policies.ts';
import { useSavedDocuments } from '#mirror/hooks.tsx';
import { type Shortcut, shortcutsOf } from '#rules/policy-card.ts';
import { type Destination, screens } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import type { IconName } from '#ui/base/icon.tsx';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { ShortcutRow, ShortcutTile } from './shortcut-tile.tsx';

interface Tile {
  icon: IconName;
  label: string;
  detail: string;
  to: (policyId: string) => Destination;
}

const tiles: Record<Shortcut, Tile> = {
  carnet: { icon: 'card', label: 'Carnet', detail: 'Para presentar en recepción', to: screens.healthCard },
  reembolsos: { icon: 'refund', label: 'Reembolsos', detail: 'Tus solicitudes y su estado', to: screens.refunds },
  historialPagos: { icon: 'pay', label: 'Pagos', detail: 'Tus pagos electrónicos', to: screens.payments },
  documentos: { icon: 'doc', label: 'Documentos', detail: 'Los papeles de tu póliza', to: screens.documents },
};

/** Fewer shortcuts are drawn as rows, which have room for a detail. */
const MIN_TILES = 3;

/** H2.20: the shortcuts of the policy in front. */
export function PolicyActions({ policy }: { policy: Policy }) {
  const saved = useSavedDocuments() ?? [];
  const kept = saved.filter(({ policyId }) => policyId === policy.Policy).length;
  const shortcuts = shortcutsOf(policy);
  if (shortcuts.length >= MIN_TILES) {
    return (
      <ShortcutRow>
        {shortcuts.map((shortcut) => {
          const { icon, label, to } = tiles[shortcut];
          return <ShortcutTile key={shortcut} icon={icon} label={label} to={to(policy.Policy)} />;
        })}
      </ShortcutRow>
    );
  }
  return (
    <RowGroup>
      {shortcuts.map((shortcut) => {
        const { icon, label, detail, to } = tiles[shortcut];
        const here = shortcut === 'documentos' && kept > 0;
        return (
          <Row
            key={shortcut}
            icon={icon}
            tone="ceiba"
            title={label}
            detail={here ? `${kept} ${kept === 1 ? 'guardado' : 'guardados'} en ${thisDevice()}` : detail}
            to={to(policy.Policy)}
          />
        );
      })}
    </RowGroup>
  );
}
