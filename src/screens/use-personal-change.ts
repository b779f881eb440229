import {
  type PersonalInformation,
  type PersonalInformationPart,
  personalInformation as record,
} from '#contract/account.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { sameMailbox } from '#contract/mailbox.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { personalInformation } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { withChange } from '#rules/personal-answers.ts';
import { following } from '#session/following.ts';
import { useSession } from '#session/hooks.ts';

type Change = Omit<InputOf<'updatePersonalInformation'>, 'id'>;

/**
 * Sends a change of the personal information and lays the answer over the record on the device. The answer may name only a
 * part of it (H7.19), or the device not take it: the whole record is then asked for in the background. Gives what the answer names.
 */
export function usePersonalChange(): (change: Change) => Promise<Result<PersonalInformationPart>> {
  const session = useSession();
  const mirror = useMirror();
  return async (change) => {
    const who = await session.customer();
    if (!who) return fail('unauthorised');
    const saved = await session.call('updatePersonalInformation', { id: who.idUsuario, ...change });
    if (!saved.ok) return saved;
    let email = saved.value.email ?? who.email;
    const changed = (rows: readonly PersonalInformation[]) =>
      rows.map((info) => {
        const next = withChange(info, change, saved.value);
        email = next.email;
        return next;
      });
    const amended = await following(mirror.amend(personalInformation, changed, who.owner));
    if (!sameMailbox(email, who.email)) void following(session.moveToEmail(email, who.owner));
    if (!amended || !isWhole(saved.value)) void mirror.pull(personalInformation);
    return ok(saved.value);
  };
}

const isWhole = (answer: PersonalInformationPart): boolean =>
  Object.keys(record.entries).every((name) => Object.hasOwn(answer, name));
