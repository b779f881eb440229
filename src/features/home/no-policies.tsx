import { personalInformation } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { contactEmail } from '#settings/settings.ts';
import { MailButton } from '#ui/mail-button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { isPending, PendingAccount } from './pending-account.tsx';

/**
 * H2.26: a customer without policies is welcomed and shown the way to a person. D60: a customer who has not proved their
 * identity yet is told how.
 */
export function NoPolicies({ onProved }: { onProved: () => void }) {
  const { groups } = useMirrored(personalInformation);
  const info = groups?.[0]?.rows[0];
  if (isPending(info)) return <PendingAccount info={info} onProved={onProved} />;
  return (
    <EmptyState
      icon="mail"
      title="Parece que no tienes pólizas activas"
      text="Te damos la bienvenida a Amparo. Si ya contrataste un seguro con nosotros, escríbenos y lo vinculamos a tu cuenta."
      action={
        <MailButton to={contactEmail} subject="Mis pólizas en Amparo">
          Contáctanos
        </MailButton>
      }
    />
  );
}
