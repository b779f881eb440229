import { contactEmail } from '#settings/settings.ts';
import { MailButton } from '#ui/controls/mail-button.tsx';

/** Writes to the insurer about policies that home does not show. */
export function MailToInsurer() {
  return (
    <MailButton to={contactEmail} subject="Mis pólizas en Amparo">
      Contáctanos
    </MailButton>
  );
}
