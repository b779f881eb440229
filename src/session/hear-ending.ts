import type { Api } from '#api/create-api.ts';
import { fail, type Result } from '#contract/result.ts';

/**
 * The api as the whole session uses it. Whichever call the server answers with 'session-ended', the session ends here before
 * its caller goes on (D83). To the caller it is a refusal of the tokens.
 *
 * @param ended is told the refused tokens, and whether the device is to erase what it keeps of the customer
 */
export function hearEnding(api: Api, ended: (shown: string[], erase: boolean) => Promise<void>): Api {
  async function heard<T>(
    answer: Result<T>,
    sent: { bearer?: string; internal?: string } = {},
    input: object = {},
  ): Promise<Result<T>> {
    if (answer.ok || answer.problem.code !== 'session-ended') return answer;
    const shown = [sent.bearer, sent.internal, 'renovacion' in input ? String(input.renovacion) : undefined].filter(
      (token) => token !== undefined,
    );
    // The next call is answered the same, and tries again.
    await ended(shown, answer.problem.erase === true).catch((error: unknown) => {
      console.error('session: it was ended from elsewhere and could not be ended here', error);
    });
    return fail('unauthorised', { status: 401 });
  }
  return {
    call: async (name, input, options) => heard(await api.call(name, input, options), options, input),
    pull: async (name, input, etag, options) => heard(await api.pull(name, input, etag, options), options),
    readTogether: async (reads, options) => heard(await api.readTogether(reads, options), options),
    sameTogether: async (reads, options) => heard(await api.sameTogether(reads, options), options),
  };
}
