import { useState, useSyncExternalStore } from 'react';
import { lookForUpdate } from '#features/settings/look-for-update.ts';
import { UPDATE_THE_APP } from '#rules/failures.ts';
import { Banner } from '#ui/states/banner.tsx';
import { offeredVersion, whetherBlocked, whetherOutdated, whetherOvertaken } from './version.ts';

/** Addresses of forms. The offer waits until the customer leaves them. */
const forms =
  /^\/(registro|app\/reembolsos\/a(ñ|%C3%B1)adir|app\/configuraciones\/(ayuda\/crear|password|informacionPersonal))/i;

/** A password is never stored. One that is shown is a text. */
const passwordFields = () =>
  Array.from(document.querySelectorAll<HTMLInputElement>('input[type="password"], input[autocomplete*="password"]'));

/** Whether one stands in a field. The start page always has an empty one. */
const isPasswordTyped = () => passwordFields().some(({ value }) => value !== '');

/** Whether one may be typed here. */
const whetherPassword = {
  now: () => passwordFields().length > 0,
  // A field that came later gets the cursor before anything is typed.
  subscribe(changed: () => void) {
    document.addEventListener('focusin', changed);
    return () => document.removeEventListener('focusin', changed);
  },
};

const TYPED_AGAIN = 'La contraseña no se guarda: tendrás que escribirla de nuevo.';
const KEPT = 'Esta versión ya no puede actualizar ni enviar; lo pendiente sigue guardado.';
const outdatedTexts: Record<Exclude<Taking, 'under way'>, string> = {
  'not asked': KEPT,
  failed: 'Aún no pudimos; presiona para intentarlo de nuevo. Lo pendiente sigue guardado.',
  coming: 'Está llegando la versión nueva; presiona en un momento. Lo pendiente sigue guardado.',
  current: 'La versión nueva aún no está disponible; presiona más tarde. Lo pendiente sigue guardado.',
};

type Taking = 'not asked' | 'under way' | 'failed' | 'coming' | 'current';

/**
 * Offers a new version, never in the middle of a form and never by force. Says when another tab has another version, and when
 * the backend refuses this one. It needs no router, which the start page loads later.
 *
 * @param address the path of the screen
 */
export function VersionNotices({ address }: { address: () => string }) {
  const blocked = useSyncExternalStore(whetherBlocked.subscribe, whetherBlocked.now, () => false);
  const overtaken = useSyncExternalStore(whetherOvertaken.subscribe, whetherOvertaken.now, () => false);
  const password = useSyncExternalStore(whetherPassword.subscribe, whetherPassword.now, () => false);
  if (blocked) {
    return (
      <Banner tone="neutral" icon="refresh">
        <b>Cierra las otras pestañas de Amparo.</b> Una tiene la versión anterior y no deja abrir esta. Lo pendiente
        sigue guardado.
      </Banner>
    );
  }
  if (overtaken) {
    // Shown in a form too: this version may not understand what the newer one stores. Typed text is on the device (F12).
    return (
      <Banner tone="neutral" icon="refresh" onPress={() => location.reload()} leads pressLabel="Actualizar">
        Amparo se actualizó en otra pestaña. Presiona para seguir aquí con la versión nueva
        {password ? `. ${TYPED_AGAIN}` : ': lo que escribiste está guardado.'}
      </Banner>
    );
  }
  return <Updates address={address} password={password} />;
}

function Updates({ address, password }: { address: () => string; password: boolean }) {
  const take = useSyncExternalStore(offeredVersion.subscribe, offeredVersion.now, () => null);
  const [taking, setTaking] = useState<Taking>('not asked');
  const outdated = useSyncExternalStore(whetherOutdated.subscribe, whetherOutdated.now, () => false);
  if (taking === 'under way') {
    return (
      <Banner tone="neutral" icon="refresh">
        Actualizando Amparo…
      </Banner>
    );
  }
  const failed = () => setTaking('failed');
  if (outdated) {
    // Shown in a form too: this version can no longer send anything. Typed text is on the device (F12).
    const update = async () => {
      setTaking('under way');
      const found = take ? 'found' : await lookForUpdate();
      const offered = offeredVersion.now();
      if (offered) return offered(() => true).then(failed, failed);
      if (found === 'found' || found === 'outside') return window.reloadWhole?.();
      setTaking(found);
    };
    return (
      <Banner tone="neutral" icon="refresh" onPress={() => void update()} leads pressLabel="Actualizar">
        <b>{UPDATE_THE_APP}.</b> {take && taking !== 'failed' ? KEPT : outdatedTexts[taking]} {password && TYPED_AGAIN}
      </Banner>
    );
  }
  const isInForm = () => forms.test(address());
  if (!take || isInForm()) return null;
  const apply = () => {
    setTaking('under way');
    // One that stands there already, as on a start page that a password manager has filled, was before the customer's eyes.
    const stood = isPasswordTyped();
    // `failed` also handles a browser that no longer lets the page reach its worker.
    void take(() => !isInForm() && (stood || !isPasswordTyped())).then(failed, failed);
  };
  return (
    <Banner tone="neutral" icon="refresh" onPress={apply} leads pressLabel="Actualizar">
      {taking === 'failed'
        ? 'Aún no pudimos actualizar Amparo. Puedes seguir como siempre; presiona para intentarlo de nuevo.'
        : 'Hay una versión nueva de Amparo. Presiona para actualizar.'}
    </Banner>
  );
}
