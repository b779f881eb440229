import { isUnreached, type Refusal } from '#forms/refusal.ts';
import { documentTakenText } from '#rules/document-numbers.ts';
import { identityOf } from '#rules/identity.ts';
import { problemText } from '#rules/problem-words.ts';
import { EMAIL_TAKEN } from '#rules/registration-fields.ts';
import type { Country, Step } from '#rules/wizard-country.ts';
import { documentOf, textOf } from '#rules/wizard-fields.ts';
import { wireFieldsOf } from '#rules/wizard-wire.ts';
import type { Session } from '#session/session.ts';

/**
 * Asks the server whether the step's answer already belongs to an account (V4.2). Only 'taken' is shown at the field. Other
 * problems, such as no connection or too many tries, are named as what they are, and Continuar asks again (D30).
 */
export async function isTaken(
  session: Pick<Session, 'call'>,
  country: Country,
  { call, field }: NonNullable<Step['lookup']>,
  given: Readonly<Record<string, unknown>>,
): Promise<Refusal | undefined> {
  // The value is compared as it will be sent, so that hyphens do not make a number look new.
  const fields = wireFieldsOf(country, given, {});
  const value = fields[field] ?? '';
  const asked =
    call === 'checkEmail'
      ? await session.call('checkEmail', { email: value })
      : await session.call('checkNif', { nif: value, ...documentAsked(fields) });
  if (asked.ok) return undefined;
  const { problem } = asked;
  if (problem.code !== 'taken') return { text: problemText(problem), ...(isUnreached(problem) && { unreached: true }) };
  const kind = documentOf(country, 'tipoId', given)?.number;
  const text = call === 'checkNif' && kind ? documentTakenText(kind) : EMAIL_TAKEN;
  return { fields: { [field]: textOf(text) } };
}

/** D52: names the number's document type and country, as far as they are answered. */
function documentAsked(fields: Record<string, string | undefined>): { tipoId?: string; pais?: string } {
  const { kind, country } = identityOf(fields);
  return kind ? { tipoId: kind, pais: country } : {};
}
