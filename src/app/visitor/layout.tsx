import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createRegistration } from '#features/registration/create-registration.ts';
import { claimSlot } from '#features/registration/draft-slot.ts';
import { RegistrationContext } from '#features/registration/hooks.ts';
import { VisitorDraftsContext } from '#features/registration/relay-photos.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { createDrafts } from '#outbox/create-drafts.ts';
import { PhotosContext } from '#photos/hooks.ts';
import { thisMachine } from '#ports/machine.ts';
import { SessionContext } from '#session/hooks.ts';
import { device } from '../device.ts';
import { photos } from '../photos.ts';

const { registration, drafts } = begin();

/** Everything below /registro: the contexts for a visitor, and the registration of this tab. */
export function VisitorLayout() {
  const { session, mirror } = device();
  useForgottenPassword();
  return (
    <SessionContext value={session}>
      <MirrorProvider mirror={mirror}>
        <PhotosContext value={photos}>
          <RegistrationContext value={registration}>
            <VisitorDraftsContext value={drafts}>
              <Outlet />
            </VisitorDraftsContext>
          </RegistrationContext>
        </PhotosContext>
      </MirrorProvider>
    </SessionContext>
  );
}

/** However a visitor leaves, a typed password does not stay in the tab (D45). A layout that is only drawn anew keeps it. */
function useForgottenPassword(): void {
  useEffect(() => {
    clearTimeout(forgetting);
    return () => {
      forgetting = setTimeout(() => registration.forgetPassword(), 0);
    };
  }, []);
}

let forgetting: ReturnType<typeof setTimeout>;

/** One registration per page. It outlives the screens, so that choosing another country loses nothing. */
function begin() {
  const { db } = device();
  const drafts = createDrafts({ db, clock: thisMachine.clock, whose: 'visitor' });
  const hasDraft = async (id: string) => (await drafts.load(id)) !== null;
  const registration = createRegistration({
    drafts,
    claim: () => claimSlot({ locks: navigator.locks, memory: () => sessionStorage, hasDraft }),
  });
  return { registration, drafts };
}
