import { registrationFields } from '#contract/account.ts';
import type { ParsedInputOf } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { listsOfCountry, loadLists } from '#countries/load-lists.ts';
import { countryOf } from '#countries/register.ts';
import { kindOf } from '#rules/files.ts';
import { GENERIC_PROBLEM } from '#rules/registration-fields.ts';
import { pathFor } from '#rules/wizard.ts';
import type { Country } from '#rules/wizard-country.ts';
import { shownFields, stepProblems } from '#rules/wizard-fields.ts';
import { answersFromWire, photosOnPath, wireFieldsOf } from '#rules/wizard-wire.ts';
import type { ReceivedFile } from '../http/read-input.ts';
import { unaskedProblems } from './unasked.ts';

/** The time zone that is furthest ahead: whoever turns 18 today anywhere is 18. */
export const FURTHEST_AHEAD = 'Pacific/Kiritimati';

export interface Registration<File> {
  country: Country;
  /** What the country asks for and nothing else, written as the form writes it. */
  fields: Record<string, string>;
  photos: readonly File[];
}

/**
 * Checks a registration with the country's own data, as the form does: every field of every step on the path its answers
 * lead along. What lies off the path is left out. The contract's schema has been passed already, and so has each file's
 * size and safety. What no country would take is refused even off the path.
 *
 * @param today the latest day anywhere on earth, 'YYYY-MM-DD': the server does not know where the customer is
 * @returns 'invalid' with the form's text for each wire field
 */
export async function readRegistration<File extends Pick<ReceivedFile, 'field' | 'bytes'>>(
  sent: ParsedInputOf<'register'>,
  files: readonly File[],
  today: string,
): Promise<Result<Registration<File>>> {
  const country = countryOf(sent.residenciaFiscal);
  if (!country) return fail('invalid', { fields: { residenciaFiscal: GENERIC_PROBLEM } });
  const lists = await loadLists(listsOfCountry(country));
  const pictures = files.filter((file) => kindOf(file.bytes) !== 'pdf');
  const given = answersFromWire(
    country,
    sent,
    pictures.map((file) => file.field),
    lists,
  );
  const problems: Record<string, string> = {};
  for (const step of pathFor(country, given)) {
    for (const [name, text] of Object.entries(stepProblems(country, step, given, { today, lists }))) {
      problems[name] = text;
    }
  }
  const judged = pathFor(country, given).flatMap((step) => shownFields(country, step, given));
  // A tick is read as none whatever else it says.
  const names = new Set(judged.filter(({ kind }) => kind !== 'ticked').map(({ name }) => name));
  const others = registrationFields.filter((name) => !names.has(name));
  Object.assign(problems, await unaskedProblems(others.map((name) => [name, sent[name] ?? ''])));
  if (Object.keys(problems).length > 0) return fail('invalid', { fields: problems });
  const asked: readonly string[] = photosOnPath(country, given);
  return ok({
    country,
    fields: wireFieldsOf(country, given, lists),
    photos: pictures.filter((file) => asked.includes(file.field)),
  });
}
