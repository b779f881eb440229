import type { Beneficiary, InsuredPerson } from '#contract/policies.ts';
import { folded } from './folded.ts';
import { toldApart } from './told-apart.ts';

/** Roles arrive in Spanish or English (D40). */
export type Role = 'owner' | 'spouse' | 'dependent';

const roles: Record<string, Role> = {
  'policy owner': 'owner',
  owner: 'owner',
  titular: 'owner',
  'main insured': 'owner',
  'asegurado principal': 'owner',
  spouse: 'spouse',
  conyuge: 'spouse',
  dependent: 'dependent',
  dependiente: 'dependent',
};

/** The roles' labels (H2.56, H6.2). */
export const roleLabels: Record<Role, string> = { owner: 'Titular', spouse: 'Cónyuge', dependent: 'Dependiente' };

/** The role of a wire text in either language, ignoring case and accents; null for any other text. */
export function roleOf(text: string): Role | null {
  const key = folded(text);
  return Object.hasOwn(roles, key) ? (roles[key] ?? null) : null;
}

/** The label of a person's role; an unknown role as it came. */
export function roleLabel(text: string): string {
  const role = roleOf(text);
  return role === null ? text : roleLabels[role];
}

/** H2.52: active spouses and dependents. */
export function shownDependents(people: readonly InsuredPerson[]): InsuredPerson[] {
  return people.filter((person) => ['spouse', 'dependent'].includes(roleOf(person.Role) ?? '') && isActive(person));
}

/**
 * The insured persons with a health card and refunds (H2.42, H2.55): the owner first, then active spouse and dependents
 * (H6.2).
 */
export function insuredPersons(people: readonly InsuredPerson[]): InsuredPerson[] {
  const rank = (person: InsuredPerson) => ['owner', 'spouse', 'dependent'].indexOf(roleOf(person.Role) ?? '');
  return people
    .filter((person) => roleOf(person.Role) === 'owner' || (rank(person) > 0 && isActive(person)))
    .sort((a, b) => rank(a) - rank(b));
}

export interface Patient {
  /** 'María Fernanda Rojas Mora, Titular' */
  label: string;
  /** The three fields of a refund about its patient (H3.9). */
  fields: { paciente: string; role: string; patientPolicy: string };
}

/** The patients a refund can be asked for (H2.42), from the policy's cards. Whom a refund cannot tell apart is one of them. */
export function patientsFrom(cards: readonly InsuredPerson[]): Patient[] {
  const patients = insuredPersons(cards).map((person) => ({
    label: joined(readableName(person.ClientName), roleLabel(person.Role)),
    fields: { paciente: person.ClientName, role: person.Role, patientPolicy: person.Policy },
  }));
  return [...new Map(patients.map((patient) => [JSON.stringify(patient.fields), patient])).values()];
}

/** How screens name a refund's patient: with the role, if it is known, where the policy insures several of that name. */
export function patientNames(insured: readonly Pick<InsuredPerson, 'ClientName'>[]) {
  const names = insured.map(({ ClientName }) => folded(readableName(ClientName)));
  return ({ paciente, role = '' }: { paciente: string; role?: string | undefined }): string => {
    const name = readableName(paciente);
    const isShared = names.filter((one) => one === folded(name)).length > 1;
    return joined(name, isShared ? roleLabel(role) : '');
  };
}

/** How somebody else is spoken of; null where the insurer does not say. */
export type Pronoun = 'la' | 'lo' | null;

/** As insurers write a gender, in either language. A Map, since it comes from outside. */
const pronouns: ReadonlyMap<string, Pronoun> = new Map<string, Pronoun>([
  ...['femenino', 'female', 'f', 'mujer'].map((gender) => [gender, 'la'] as const),
  ...['masculino', 'male', 'm', 'hombre'].map((gender) => [gender, 'lo'] as const),
]);

/** H2.53, D40: 'Femenino' for 'Female'; another word as it came. */
export function genderLabel(text: string): string {
  const pronoun = pronouns.get(folded(text));
  return pronoun ? { la: 'Femenino', lo: 'Masculino' }[pronoun] : text;
}

/** A smoker's status as insurers write it, in either language. */
const smoking: ReadonlyMap<string, string> = new Map([
  ...['fumador', 'smoker', 'si', 'yes'].map((status) => [status, 'Fuma'] as const),
  ...['no fumador', 'non-smoker', 'non smoker', 'no'].map((status) => [status, 'No fuma'] as const),
]);

/** H2.53, D40: 'No fuma' for 'Non-smoker', which fits who it is said of; another word as it came. */
export const smokerLabel = (text: string): string => smoking.get(folded(text)) ?? text;

/** How screens speak of a refund's patient (D77): by the gender of whom the policy insures under that name and role. */
export function patientPronouns(insured: readonly Pick<InsuredPerson, 'ClientName' | 'Role' | 'Gender'>[]) {
  return ({ paciente = '', role = '' }: { paciente?: string; role?: string }): Pronoun => {
    const meant = insured.filter(
      (one) => folded(one.ClientName) === folded(paciente) && roleLabel(one.Role) === roleLabel(role),
    );
    const [only, ...others] = new Set(meant.map(({ Gender }) => pronouns.get(folded(Gender)) ?? null));
    return others.length === 0 ? (only ?? null) : null;
  };
}

/** A button's text for each person with a card: the first name, and the more of name, role and number the more are alike. */
export const cardNames = (people: readonly InsuredPerson[]): Map<InsuredPerson, string> =>
  toldApart(people, [
    ({ ClientName, Role }) => shortName(ClientName) || roleLabel(Role),
    ({ ClientName }) => readableName(ClientName),
    ({ ClientName, Role }) => joined(readableName(ClientName), roleLabel(Role)),
    ({ ClientName, Role, AetnaMemberIdNo }) => joined(readableName(ClientName), roleLabel(Role), AetnaMemberIdNo),
  ]);

const joined = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** 'María Fernanda Rojas Mora' as her family calls her: 'María F.'; 'Ana' for 'Ana de la Cruz Mora'. */
export function shortName(clientName: string): string {
  const [first = '', second = '', ...rest] = readableName(clientName).match(NAMES) ?? [];
  return rest.length > 1 ? `${first} ${second.split(' ').at(-1)?.charAt(0)}.` : first;
}

const beneficiaryRoles: Record<string, string> = {
  'primary beneficiary': 'Beneficiario principal',
  'contingent beneficiary': 'Beneficiario contingente',
};

/** The label of a beneficiary's role, from either language (D40); an unknown role as it came. */
export function beneficiaryRoleLabel(text: string): string {
  const key = folded(text);
  return Object.hasOwn(beneficiaryRoles, key) ? (beneficiaryRoles[key] ?? text) : text;
}

/** H2.50, H3.4. */
export function isIrrevocable(beneficiary: Pick<Beneficiary, 'IrrevocableBeneficiary'>): boolean {
  return beneficiary.IrrevocableBeneficiary.trim().toLowerCase() === 'positivo';
}

const particles = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'das', 'do', 'dos', 'van', 'von', 'der']);

/** Small only behind another particle: 'de la Cruz', and 'La Rosa'. */
const articles = new Set(['la', 'las', 'los']);

/** Before it 'e' joins surnames, as 'y' does before others: 'Ortega e Iriarte'. Elsewhere it is an initial. */
const SOUND_OF_I = 'h?[ií]';
const BEGINS_WITH_I = new RegExp(`^${SOUND_OF_I}`, 'u');

/** The names that a name is made of, each with its particles: 'Ana', 'de la Cruz', 'Mora'. */
const NAMES = new RegExp(`(?:(?:${[...particles].join('|')}|e(?= ${SOUND_OF_I})) )*\\S+`, 'giu');

/** What a company is, without points and blanks; it stands behind a comma as given names do. */
const LEGAL_FORM = /^(?:sa|sadecv|sas|srl|sl|ca|eirl|llc|ltda|cia|cialtda|inc|corp)$/iu;
/** Those that are initials. */
const FORM_IN_CAPITALS = /^(?:sas?|srl|sl|ca|eirl|llc)$/u;
const WITH_POINTS = /^(?:\p{L}\.)+\p{L}?$/u;
/** No nine: 'Ix' is a surname in Guatemala. */
const ORDINAL = /^(?:i{2,3}|iv|vi{1,3})$/u;

/**
 * A name as people write it (H2.53): 'ROJAS MORA, MARIA FERNANDA' becomes 'Maria Fernanda Rojas Mora'. Capitals are only
 * changed when the whole name is in capitals or in small letters, so that 'McDonald' stays; accents are never invented.
 */
export function readableName(name: string): string {
  const whole = name.replace(/\s+/gu, ' ').trim();
  const [surnames = '', given = '', ...more] = whole.split(/\s*,\s*/u);
  const isTurned = given !== '' && more.length === 0 && !LEGAL_FORM.test(given.replace(/[\s.]/gu, ''));
  const ordered = isTurned ? `${given} ${surnames}`.trim() : whole;
  if (ordered !== ordered.toLocaleUpperCase('es') && ordered !== ordered.toLocaleLowerCase('es')) return ordered;
  const lastGiven = isTurned ? given.split(' ').length - 1 : -1;
  return ordered
    .toLocaleLowerCase('es')
    .split(' ')
    .map((word, index, words) => {
      const before = words[index - 1] ?? '';
      if (isInCapitals(word, before)) return word.toLocaleUpperCase('es');
      // A letter that ends the given names joins nothing to the surnames.
      const next = index === lastGiven ? '' : (words[index + 1] ?? '');
      return isParticle(word, before, next) ? word : word.replace(/(^|[-'’])(\p{L})/gu, capital);
    })
    .join(' ');
}

function isInCapitals(word: string, before: string): boolean {
  if (WITH_POINTS.test(word)) return true;
  return before.endsWith(',') ? FORM_IN_CAPITALS.test(word) : before !== '' && ORDINAL.test(word);
}

/** Whether a word only joins others. A letter that joins none is an initial. */
function isParticle(word: string, before: string, next: string): boolean {
  if (articles.has(word)) return particles.has(before);
  if (word === 'e') return before !== '' && BEGINS_WITH_I.test(next);
  return before !== '' && particles.has(word) && (word !== 'y' || next !== '');
}

function capital(_: string, before: string, letter: string): string {
  return before + letter.toLocaleUpperCase('es');
}

function isActive(person: InsuredPerson): boolean {
  return ['activo', 'active'].includes(folded(person.Status));
}
