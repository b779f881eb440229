import { folded } from '#rules/folded.ts';

/** The texts that a search compares: the label, other names, and the option's heading. */
export interface Searchable {
  readonly label: string;
  readonly also?: readonly string[];
  readonly group?: string;
  /** Stays in sight when nothing else matches: 'Otra'. */
  readonly fallback?: true;
}

export interface Found<O> {
  /** Best first; a fallback that did not match is last. */
  readonly options: readonly O[];
  /** Number of matches. */
  readonly hits: number;
}

/**
 * The options that match a query (D54), best first:
 * 1. the same name
 * 2. each word is a word of the name, in any order ('Cali' finds Santiago de Cali before Calima)
 * 3. the name begins with the query
 * 4. each word begins a word of the name
 * 5. each word is inside a word of the name
 * 6. the words of the heading
 * 7. with one typing error in each word of five letters or more
 *
 * Within a rank a label comes before other names, and the list's order stays.
 */
export function search<O extends Searchable>(options: readonly O[], query: string): Found<O> {
  const queryTerms = meantBy(query);
  if (queryTerms.joined === '') return { options, hits: options.length };
  const ranked = options
    .map((option) => ({ option, rank: rankOf(option, queryTerms) }))
    .filter(({ rank }) => rank < none)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
  const fallback = options.filter((option) => option.fallback && !ranked.includes(option));
  return { options: [...ranked, ...fallback], hits: ranked.length };
}

interface Terms {
  /** All words without blanks, so that 'Montecristi' finds 'Monte Cristi'. */
  readonly joined: string;
  readonly terms: readonly string[];
}

interface Prepared {
  readonly names: readonly Terms[];
  readonly group: readonly string[];
}

/** Ignored articles and prepositions: 'La Uruca' finds 'Uruca'. */
const small = new Set(['a', 'de', 'del', 'e', 'el', 'en', 'la', 'las', 'los', 'y']);

const none = Number.POSITIVE_INFINITY;

function meantBy(query: string): Terms {
  const wanted = termsOf(query);
  const meant = wanted.filter((word) => !small.has(word));
  return { joined: wanted.join(''), terms: meant.length > 0 ? meant : wanted };
}

/** The parts of a text, and whether they are what was searched: beginnings of its words, or else what is inside them. */
export function marked(text: string, query: string): [part: string, hit: boolean][] {
  const { terms } = meantBy(query);
  if (terms.length === 0) return [[text, false]];
  // An accent that is a sign of its own would be cut from its letter.
  const letters = [...text.normalize()];
  const plain = letters.map(folded);
  const hits = letters.map(() => false);
  for (const term of terms) {
    const found = plain.map((_, start) => [start, endOf(plain, start, term)] as const).filter(([at, end]) => end > at);
    const begun = found.filter(([at]) => !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? ''));
    for (const [at, end] of begun.length > 0 ? begun : found) hits.fill(true, at, end);
  }
  const parts: [string, boolean][] = [];
  letters.forEach((letter, index) => {
    const hit = hits[index] ?? false;
    const last = parts.at(-1);
    if (last?.[1] === hit) last[0] += letter;
    else parts.push([letter, hit]);
  });
  return parts;
}

/** Where a term ends that begins at this letter; the same place when it does not. A letter may stand for two, or for none. */
function endOf(plain: readonly string[], start: number, term: string): number {
  let rest = term;
  let end = start;
  while (rest !== '' && end < plain.length) {
    const letter = plain[end] ?? '';
    if (!rest.startsWith(letter) || (letter === '' && end === start)) return start;
    rest = rest.slice(letter.length);
    end += 1;
  }
  return rest === '' ? end : start;
}

/** Each option is split once, however many letters are typed. */
const prepared = new WeakMap<Searchable, Prepared>();

function prepare(option: Searchable): Prepared {
  const known = prepared.get(option);
  if (known) return known;
  const names = [option.label, ...(option.also ?? [])].map((name) => {
    const terms = termsOf(name);
    return { joined: terms.join(''), terms };
  });
  const made = { names, group: termsOf(option.group ?? '') };
  prepared.set(option, made);
  return made;
}

const termsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function rankOf(option: Searchable, query: Terms): number {
  const { names, group } = prepare(option);
  let best = none;
  names.forEach((name, index) => {
    best = Math.min(best, 2 * rankOfName(name, query) + Math.min(index, 1));
  });
  return Math.min(best, every(query.terms, group, begins) ? 10 : none);
}

function rankOfName(name: Terms, query: Terms): number {
  if (name.joined === query.joined) return 0;
  if (every(query.terms, name.terms, (word, typed) => word === typed)) return 1;
  if (name.joined.startsWith(query.joined)) return 2;
  if (every(query.terms, name.terms, begins)) return 3;
  if (every(query.terms, name.terms, (word, typed) => word.includes(typed))) return 4;
  return every(query.terms, name.terms, beginsWithASlip) ? 6 : none;
}

const every = (query: readonly string[], terms: readonly string[], fits: (word: string, typed: string) => boolean) =>
  query.every((typed) => terms.some((word) => fits(word, typed)));

const begins = (word: string, typed: string): boolean => word.startsWith(typed);

/** From this length on, a word may have one typing error. Shorter words resemble too many others. */
const MIN_FUZZY_CHARS = 5;

function beginsWithASlip(word: string, typed: string): boolean {
  if (begins(word, typed)) return true;
  if (typed.length < MIN_FUZZY_CHARS) return false;
  let index = 0;
  while (index < typed.length && typed[index] === word[index]) index += 1;
  const rest = typed.slice(index + 1);
  const swapped = typed[index] === word[index + 1] && typed[index + 1] === word[index];
  const completions = [
    { typed: rest, word: word.slice(index + 1) },
    { typed: rest, word: word.slice(index) },
    { typed: typed.slice(index), word: word.slice(index + 1) },
    ...(swapped ? [{ typed: typed.slice(index + 2), word: word.slice(index + 2) }] : []),
  ];
  // An error in the last letter counts only in a whole word: 'costa' does not begin 'costilla'.
  return completions.some((one) => (one.typed === '' ? one.word === '' : one.word.startsWith(one.typed)));
}
