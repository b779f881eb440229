import type { PersonalInformation } from '#contract/account.ts';
import { screens } from '#rules/screens.ts';
import { CodeForm } from '#screens/code-form.tsx';
import { contactEmail } from '#settings/settings.ts';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { MailToInsurer } from './mail-to-insurer.tsx';

/** @param address as the insurer has it, masked; '' where that is not known */
const addressText = (address: string): string =>
  address ? `a ${address}, el correo que tenemos de ti` : 'al correo que tenemos de ti';

interface PendingAccountProps {
  info: PersonalInformation;
  /** Called after a correct code: the policies may be available now. */
  onProved: () => void;
}

/** D60: an account whose policies wait for a proof of identity. Says what is missing and where to do it. */
export function PendingAccount({ info, onProved }: PendingAccountProps) {
  switch (info.cuentaPendiente) {
    case 'correo':
      return (
        <EmptyState
          icon="mail"
          title="Confirma tu correo para ver tus pólizas"
          text={`Enviamos un código a ${info.emailPendiente || info.email}. Si el correo no es el tuyo, cámbialo en Información personal.`}
          action={
            <>
              <CodeForm key="correo" note={info.avisoCodigo} onConfirmed={onProved} />
              <ScreenButton look="quiet" to={screens.personalInformation}>
                Ir a Información personal
              </ScreenButton>
            </>
          }
        />
      );
    case 'codigo':
      return (
        <EmptyState
          icon="lock"
          title="Confirma que eres tú"
          text={`Para mostrarte tus pólizas enviamos un código ${addressText(info.correoAseguradora)}. Si ya no lo usas, escríbenos a ${contactEmail}.`}
          action={<CodeForm key="codigo" note={info.avisoCodigo} onConfirmed={onProved} />}
        />
      );
    case 'sucursal':
      return (
        <EmptyState
          icon="lock"
          title="Falta comprobar tu identidad"
          text="Acércate a una sucursal con tu documento de identidad. En cuanto la comprobemos verás aquí tus pólizas, sin volver a registrarte."
          action={<MailToInsurer />}
        />
      );
    default:
      return null;
  }
}
