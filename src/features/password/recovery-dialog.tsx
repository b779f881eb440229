import * as v from 'valibot';
import type { Refusal } from '#forms/refusal.ts';
import { StepForm } from '#forms/step-form.tsx';
import { TextField } from '#forms/text-fields.tsx';
import { problemText } from '#rules/problem-words.ts';
import { emailProblem } from '#rules/registration-fields.ts';
import { useSession } from '#session/hooks.ts';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { LazyDialog } from '#ui/layers/lazy-layer.tsx';
import { useToast } from '#ui/layers/toasts.tsx';

const schema = v.object({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.check((email) => emailProblem(email) === null, 'Ingresa un correo electrónico válido'),
  ),
});

/** H2.81, H5.2: asks for an address and requests the link that sets a new password. */
export function RecoveryDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const session = useSession();
  const toast = useToast();
  const online = useOnline();
  const isMounted = useIsMounted();

  const send = async (given: v.InferOutput<typeof schema>): Promise<Refusal | undefined> => {
    const sent = await session.call('forgotPassword', { email: given.email });
    if (!sent.ok) return { text: problemText(sent.problem) };
    toast({
      text: 'Se ha enviado un enlace de restablecimiento de contraseña a tu correo electrónico.',
      duration: 6000,
    });
    if (isMounted()) onClose();
    return undefined;
  };

  return (
    <LazyDialog
      open
      onClose={onClose}
      title="Restablece tu contraseña"
      description={
        online
          ? 'Te enviaremos un enlace para crear una nueva.'
          : 'Para pedir el enlace necesitas conexión a internet. Puedes escribir tu correo mientras vuelve.'
      }
    >
      <StepForm
        answers={{ email }}
        schema={schema}
        onContinue={send}
        continueLabel="Enviar enlace"
        incompleteText="Escribe el correo de tu cuenta."
      >
        <TextField
          name="email"
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </StepForm>
    </LazyDialog>
  );
}
