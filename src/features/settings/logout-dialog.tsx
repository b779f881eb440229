import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOutbox, useQueue } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { usePush } from '#push/hooks.ts';
import { queuedWords, sendLaterText } from '#requests/queue-words.ts';
import { wordsOf } from '#requests/requests.ts';
import { problemText } from '#rules/problem-words.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useSealedQueue, useSession } from '#session/hooks.ts';
import type { LoggedOut } from '#session/tell-server.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { LazyDialog } from '#ui/layers/lazy-layer.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import styles from './logout-dialog.module.css';

/** How long a logout waits for the server to end this device's push subscription. */
const MAX_WAIT_MS = 3000;

/** H4.10, D26: tells what still waits to be sent and offers to send it. Then it signs out here and at the server. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const online = useOnline();
  const queue = useQueue();
  const push = usePush();
  const isMounted = useIsMounted();
  const [erasing, setErasing] = useState(false);
  const [busy, setBusy] = useState<'sending' | 'leaving' | null>(null);
  const waiting = queue.length;
  const sealed = useSealedQueue();
  // What lies under an earlier password is deleted too.
  const lost = waiting + sealed.waiting;
  const sendable = queue.filter(({ state }) => state === 'waiting' || state === 'behind');

  const { sendNow, unsent } = useSending();
  const send = () => {
    setBusy('sending');
    void sendNow(sendable).finally(() => setBusy(null));
  };
  const leave = async () => {
    setBusy('leaving');
    // The wait is short: without this call the push service tells the server later that the subscription is gone.
    await Promise.race([push?.leave().catch(() => undefined), new Promise((over) => setTimeout(over, MAX_WAIT_MS))]);
    const left = await session.logout(erasing ? 'erase' : 'keep').catch((error: unknown) => {
      setBusy(null);
      throw error;
    });
    // A customer who has signed in again meanwhile would read the message as being about the new session.
    if ((await session.state()) === 'open') return;
    toast({ ...outcomeToast(left), outlives: true });
    // The session's watcher usually navigates first. A page whose watcher is suspended must leave too.
    if (isMounted()) await navigate({ to: '/', replace: true });
  };

  return (
    <LazyDialog
      open
      onClose={onClose}
      title="¿Cerrar sesión?"
      description={[waitingText(waiting, erasing), (waiting === 0 || erasing) && restText(erasing)]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          {sendable.length > 0 && (
            <Button
              loading={busy === 'sending'}
              disabled={!online || busy === 'leaving'}
              why={online ? undefined : sendLaterText(sendable.length)}
              onClick={send}
            >
              Enviar ahora
            </Button>
          )}
          <Button
            look={sendable.length > 0 ? 'danger' : 'primary'}
            loading={busy === 'leaving'}
            disabled={busy === 'sending'}
            onClick={() => void leave()}
          >
            Cerrar sesión
          </Button>
        </>
      }
    >
      {sendable.length > 0 && !online && <p className="soft small">{sendLaterText(sendable.length)}</p>}
      {waiting > 0 && unsent}
      <div className={styles.erase}>
        <Checkbox
          checked={erasing}
          // The sign-out under way does what the box said at its press.
          busy={busy === 'leaving'}
          onChange={(event) => setErasing(event.target.checked)}
        >
          Borrar los datos de {thisDevice()}
        </Checkbox>
        <p className={classNames('soft small', styles.note)} role="status">
          {eraseText(erasing, lost)}
        </p>
      </div>
    </LazyDialog>
  );
}

/** Sends these, and tells what stays behind and why: by a toast, and at its place. */
function useSending() {
  const outbox = useOutbox();
  const { fail, clear, note } = useFailure();
  const sendNow = async (items: readonly QueuedItem[]) => {
    clear();
    for (const { key, state } of items) if (state === 'waiting') await outbox.sendNow(key);
    await outbox.drain();
    // What another tab is sending is on its way.
    const isLeft = ({ key, state }: QueuedItem) => state !== 'sending' && items.some((one) => one.key === key);
    const left = (await outbox.list()).filter(isLeft);
    if (left.length > 0) fail(unsentText(left, navigator.onLine));
  };
  return { sendNow, unsent: note };
}

function unsentText(left: readonly QueuedItem[], online: boolean): string {
  const still = left.length === 1 ? 'Una solicitud sigue sin enviar.' : `${left.length} solicitudes siguen sin enviar.`;
  return [still, ...new Set(left.map((item) => queuedWords(item, online, wordsOf(item.command).noun).text))].join(' ');
}

const restText = (erasing: boolean): string =>
  erasing
    ? `Para volver a entrar en ${thisDevice()} necesitarás conexión.`
    : 'Lo que has visto queda guardado aquí, cifrado con tu contraseña.';

/** What is erased never leaves, and the words below the box say that it is lost. */
function waitingText(waiting: number, erasing: boolean): string {
  if (waiting === 0) return '';
  const one = waiting === 1;
  const has = `Tienes ${one ? '1 solicitud' : `${waiting} solicitudes`} sin enviar.`;
  return erasing ? has : `${has} Si cierras sesión, no ${one ? 'saldrá' : 'saldrán'} hasta que vuelvas a entrar.`;
}

function eraseText(erasing: boolean, lost: number): string {
  if (!erasing) return '';
  if (lost === 0) return 'Se borran tus pólizas, historiales, comprobantes, borradores y documentos guardados aquí.';
  return lost === 1
    ? 'También se borra la solicitud sin enviar, y no podrás recuperarla.'
    : `También se borran las ${lost} solicitudes sin enviar, y no podrás recuperarlas.`;
}

/** H8.9, D26: the server's own text when it sent one. Without the server this device is signed out all the same. */
function outcomeToast({ everywhere, problem }: LoggedOut): { text: string; tone?: 'error' } {
  if (everywhere) return { text: 'Sesión cerrada exitosamente' };
  if (problem === null || problem.code === 'offline' || problem.code === 'timeout') {
    return { text: `Sesión cerrada en ${thisDevice()}` };
  }
  return { text: problemText(problem), tone: 'error' };
}
