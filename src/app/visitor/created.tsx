import { useEffect } from 'react';
import { CreatedScreen } from '#features/registration/created-screen.tsx';
import { device } from '../device.ts';
import { InactivityNotice } from '../signed-in/inactivity-notice.tsx';
import { keepFresh } from '../signed-in/keep-fresh.ts';
import { useLock } from '../signed-in/use-lock.ts';

/** 'Cuenta creada' stands outside of what is signed in, over the session that the registration opened: it is watched here too. */
export function WatchedCreated() {
  const { session, mirror } = device();
  const nearing = useLock();
  useEffect(() => keepFresh({ session, mirror }), [session, mirror]);
  return (
    <>
      <CreatedScreen />
      <InactivityNotice near={nearing} onStay={() => void session.touch()} />
    </>
  );
}
