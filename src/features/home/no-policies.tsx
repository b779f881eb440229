import type { PersonalInformation } from '#contract/account.ts';
import { personalInformation } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { ViewState } from '#screens/mirrored-screen.tsx';
import { lazyPiece } from '#ui/layers/lazy-layer.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { MailToInsurer } from './mail-to-insurer.tsx';

/**
 * H2.26: a customer without policies is welcomed and shown the way to a person. D60: a customer who has not proved their
 * identity yet is told how.
 */
export function NoPolicies({ onProved }: { onProved: () => void }) {
  const view = useMirrored(personalInformation);
  const info = view.groups?.[0]?.rows[0];
  if (isPending(info)) return <PendingAccount info={info} onProved={onProved} />;
  // Only the information says that no policies wait for a proof. While it loads, home goes on saying what it said.
  return (
    <ViewState view={view} loading="Cargando tus pólizas..." shape="home" empty={welcome}>
      <EmptyState {...welcome} />
    </ViewState>
  );
}

const welcome = {
  icon: 'mail',
  title: 'Parece que no tienes pólizas activas',
  text: 'Te damos la bienvenida a Amparo. Si ya contrataste un seguro con nosotros, escríbenos y lo vinculamos a tu cuenta.',
  action: <MailToInsurer />,
} as const;

// Few accounts wait, so home loads without the code of forms.
const PendingAccount = lazyPiece(() => import('./pending-account.tsx').then((piece) => piece.PendingAccount));

/**
 * Whether the account waits for a proof that the customer can give. For a person the insurer does not know, only writing
 * helps.
 */
const isPending = (info: PersonalInformation | undefined): info is PersonalInformation =>
  info !== undefined && ['correo', 'codigo', 'sucursal'].includes(info.cuentaPendiente);
