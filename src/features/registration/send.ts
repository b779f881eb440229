import { fileOf } from '#forms/answers.ts';
import { isUnreached, type Refusal } from '#forms/refusal.ts';
import { problemText } from '#rules/problem-words.ts';
import type { Country, Lists } from '#rules/wizard-country.ts';
import { photosOnPath, wireFieldsOf } from '#rules/wizard-wire.ts';
import type { NewAccount } from '#session/judge.ts';
import type { Session } from '#session/session.ts';
import { words } from './words.ts';

/**
 * Sends the registration with its photos and signs in to the new account. Every try uses the same key, so an interrupted try
 * that reached the server makes no second account.
 *
 * @param newKey gives it another one: an account that was never confirmed makes way for whoever comes with its address (D88), and its
 * key with it. Who then sends the same answers again asks anew
 * @returns the refusal; undefined when the account exists and is signed in
 */
export async function send(
  session: Pick<Session, 'register'>,
  country: Country,
  given: Readonly<Record<string, unknown>>,
  lists: Lists,
  key: string,
  newKey: () => Promise<string>,
): Promise<Refusal | undefined> {
  const photos: NewAccount['photos'] = {};
  for (const side of photosOnPath(country, given)) {
    const photo = fileOf(given[side]);
    if (photo) photos[side] = photo;
  }
  const fields = wireFieldsOf(country, given, lists) as NewAccount['fields'];
  const first = await session.register({ fields, photos, key });
  const isGone = !first.ok && first.problem.code === 'withdrawn';
  const sent = isGone ? await session.register({ fields, photos, key: await newKey() }) : first;
  if (sent.ok) return undefined;
  const { problem } = sent;
  if (problem.code === 'key-reused') return { text: words.alreadySent };
  return {
    text: problem.fields ? `${words.failed}. ${words.kept}` : `${words.failed}. ${problemText(problem)}`,
    ...(problem.fields && { fields: problem.fields }),
    ...(isUnreached(problem) && { unreached: true }),
  };
}
