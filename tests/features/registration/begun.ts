import type { Database } from '#database/open.ts';
import { createRegistration } from '#features/registration/create-registration.ts';
import { createDrafts } from '#outbox/create-drafts.ts';

/** The registration as one page of the device has it. */
export const registrationOn = (db: Database) =>
  createRegistration({
    drafts: createDrafts({ db, clock: Date.now, whose: 'visitor' }),
    claim: async () => ({ id: 'registro-1', ours: false }),
  });

/** Leaves a registration unfinished on the device. */
export async function leaveUnfinished(db: Database): Promise<void> {
  const before = registrationOn(db);
  await before.open();
  before.choose('Ecuador');
  before.answer({ email: 'ana@correo.test' });
  await before.flush();
}
