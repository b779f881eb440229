import { contactEmail } from '#settings/settings.ts';
import { MailButton } from '#ui/mail-button.tsx';
import { EmptyState } from '#ui/states.tsx';

/** D39, H6.3: a customer without a policy that tickets can be about writes by mail. */
export function ContactByMail({ none }: { none: boolean }) {
  return (
    <EmptyState
      icon="mail"
      title="Escríbenos por correo"
      text={
        none
          ? 'No tienes pólizas a las que vincular una consulta. Cuéntanos qué necesitas y te respondemos.'
          : 'Las consultas sobre tus pólizas se atienden por correo. Cuéntanos qué necesitas y te respondemos.'
      }
      action={
        <MailButton to={contactEmail} subject="Consulta desde Amparo">
          Contáctanos
        </MailButton>
      }
    />
  );
}
