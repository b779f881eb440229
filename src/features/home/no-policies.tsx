import { lazy, Suspense } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import { personalInformation } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { screens } from '#rules/screens.ts';
import { ViewState } from '#screens/mirrored-screen.tsx';
import { contactEmail } from '#settings/settings.ts';
import { MailButton } from '#ui/controls/mail-button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { EmptyState } from '#ui/states/states.tsx';

/**
 * H2.26: a customer without policies is welcomed and shown the way to a person. D60: a customer who has not proved their
 * identity yet is told how.
 */
export function NoPolicies({ onProved }: { onProved: () => void }) {
  const view = useMirrored(personalInformation);
  const info = view.groups?.[0]?.rows[0];
  if (isPending(info)) {
    return (
      <Suspense fallback={null}>
        <PendingAccount info={info} onProved={onProved} />
      </Suspense>
    );
  }
  // Only the information says that no policies wait for a proof. While it loads, home goes on saying what it said.
  return (
    <ViewState view={view} loading="Cargando tus pólizas..." shape="home" empty={welcome}>
      <EmptyState {...welcome} />
    </ViewState>
  );
}

const contact = (
  <MailButton to={contactEmail} subject="Mis pólizas en Amparo">
    Contáctanos
  </MailButton>
);

const welcome = {
  icon: 'mail',
  title: 'Parece que no tienes pólizas activas',
  text: 'Te damos la bienvenida a Amparo. Si ya contrataste un seguro con nosotros, escríbenos y lo vinculamos a tu cuenta.',
  action: contact,
} as const;

// Few accounts wait, so home loads without the code of forms.
const CodeForm = lazy(() => import('#screens/code-form.tsx').then((piece) => ({ default: piece.CodeForm })));

/**
 * Whether the account waits for a proof that the customer can give. For a person the insurer does not know, only writing
 * helps.
 */
const isPending = (info: PersonalInformation | undefined): info is PersonalInformation =>
  info !== undefined && ['correo', 'codigo', 'sucursal'].includes(info.cuentaPendiente);

/** @param address as the insurer has it, masked; '' where that is not known */
const addressText = (address: string): string =>
  address ? `a ${address}, el correo que tenemos de ti` : 'al correo que tenemos de ti';

interface PendingAccountProps {
  info: PersonalInformation;
  /** Called after a correct code: the policies may be available now. */
  onProved: () => void;
}

/** D60: an account whose policies wait for a proof of identity. Says what is missing and where to do it. */
function PendingAccount({ info, onProved }: PendingAccountProps) {
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
          action={contact}
        />
      );
    default:
      return null;
  }
}
