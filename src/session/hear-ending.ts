import type { Api } from '#api/create-api.ts';
import { fail, type Result } from '#contract/result.ts';

/** The api of a session: an ending from elsewhere (D83) is to its callers a refusal of the tokens. */
export function hearEnding(api: Api): Api {
  const heard = <T>(answer: Result<T>): Result<T> =>
    answer.ok || answer.problem.code !== 'session-ended' ? answer : fail('unauthorised', { status: 401 });
  return {
    call: async (...asked) => heard(await api.call(...asked)),
    pull: async (...asked) => heard(await api.pull(...asked)),
  };
}
