import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { mayBeDone, type Problem } from '#contract/result.ts';
import { textOf } from '#forms/answers.ts';
import type { Refusal } from '#forms/refusal.ts';
import { passwordAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { PasswordField } from '#forms/text-fields.tsx';
import { personalInformation } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { problemText } from '#rules/problem-words.ts';
import { passwordConfirmationProblem, passwordHelp } from '#rules/registration-fields.ts';
import { AccountName } from '#screens/account-name.tsx';
import { thisDevice } from '#senses/this-device.ts';
import { useCustomer, useSession } from '#session/hooks.ts';
import { Checklist } from '#ui/base/checklist.tsx';
import { Screen } from '#ui/base/screen.tsx';
import { Card } from '#ui/cards/card.tsx';
import { Part } from '#ui/cards/part.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { Columns } from '#ui/lists/columns.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import styles from './password-screen.module.css';
import { RecoveryDialog } from './recovery-dialog.tsx';

const schema = v.object({ current: passwordAnswer(), new: passwordAnswer(), confirm: passwordAnswer() });
const empty = { current: '', new: '', confirm: '' };
/** Whichever of the two is corrected. */
const together = [['new', 'confirm']];

/** H2.16, H2.81: changes the password. It needs the network and says so before anything is typed (D29). */
export function PasswordScreen() {
  const goBack = useGoBack();
  const navigate = useNavigate();
  const session = useSession();
  const mirror = useMirror();
  const toast = useToast();
  const isMounted = useIsMounted();
  const email = useCustomer()?.email ?? '';
  const [recovering, setRecovering] = useState(false);
  const [typed, setTyped] = useState('');

  const change = async (given: v.InferOutput<typeof schema>): Promise<Refusal | undefined> => {
    // H5.7: nothing is sent while they differ.
    const different = passwordConfirmationProblem(given.new, given.confirm);
    if (different) return { fields: { confirm: different } };
    const changed = await session.changePassword(given.current, given.new);
    if (!changed.ok) return refusalOf(changed.problem, navigator.onLine);
    toast({ text: 'Contraseña cambiada correctamente' });
    // It says when the password was changed.
    void mirror.pull(personalInformation);
    // A customer who has left this screen is not brought back.
    if (isMounted()) await navigate({ to: '/app/configuraciones', replace: true });
    return undefined;
  };

  return (
    <Screen title="Cambiar contraseña" onBack={goBack}>
      <OfflineWarning>
        Para cambiar tu contraseña necesitas conexión. Lo que escribas se queda aquí mientras vuelve.
      </OfflineWarning>
      <Columns uneven>
        <Card className={styles.card}>
          <StepForm
            answers={empty}
            schema={schema}
            onAnswers={(answers) => setTyped(textOf(answers.new))}
            onContinue={change}
            together={together}
            continueLabel="Cambiar contraseña"
            ofScreen
            incompleteText="Completa los tres campos."
            aside={
              <Button look="quiet" onClick={() => setRecovering(true)}>
                ¿Olvidaste tu contraseña?
              </Button>
            }
          >
            <AccountName />
            <PasswordField name="current" label="Contraseña actual" autoComplete="current-password" />
            <PasswordField name="new" label="Contraseña nueva" autoComplete="new-password" detailOf={passwordHelp} />
            <PasswordField name="confirm" label="Repite la contraseña nueva" autoComplete="new-password" />
          </StepForm>
        </Card>
        <Recommendations typed={typed} />
      </Columns>
      {recovering && <RecoveryDialog email={email} onClose={() => setRecovering(false)} />}
    </Screen>
  );
}

/** What is recommended, and what a password that follows it has. Nobody can know where else it is used. */
const recommended: readonly (readonly [text: string, ...has: RegExp[]])[] = [
  ['Usar al menos 8 caracteres', /.{8}/su],
  ['Combinar mayúsculas y minúsculas', /\p{Lu}/u, /\p{Ll}/u],
  ['Incluir números y símbolos', /\d/, /[^\p{L}\d\s]/u],
  ['No usarla en ningún otro sitio'],
];

/** H2.82: shown, never enforced. */
function Recommendations({ typed }: { typed: string }) {
  const lines = recommended.map(([text, ...has]) => ({
    text,
    done: has.length > 0 && has.every((part) => part.test(typed)),
  }));
  return (
    <Part id="advice" title="Te recomendamos" className={styles.advice}>
      <Checklist lines={lines} />
      <p className="soft small">Al cambiarla se cierran tus otras sesiones.</p>
    </Part>
  );
}

const bothWork = `Si el cambio llegó a hacerse, entra con la nueva: hasta saberlo, en ${thisDevice()} sirven la anterior y la nueva.`;

/** H8.11: the server's reasons, at their field where they name one. */
function refusalOf(problem: Problem, online: boolean): Refusal {
  if (problem.fields && Object.keys(problem.fields).length > 0) return { fields: problem.fields };
  const text = problemText(problem);
  // The server may have changed the password without the device knowing.
  const reached = problem.text === undefined && mayBeDone(problem) && online;
  return { text: reached ? `${text} ${bothWork}` : text };
}
