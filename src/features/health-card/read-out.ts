/** Fewer digits than these are read in one breath: '60054'. */
const MIN_DIGITS = 6;
const MAX_IN_GROUP = 4;
/** Longer texts, and those with other signs, are no number that somebody reads out. */
const NUMBER = /^[\p{L}\d -]{1,40}$/u;

/**
 * A number's groups, as people read it out and compare it: 'W52002101' is W5200 2101. One that the insurer has parted with hyphens
 * or blanks stays as it is. Without the gaps it is the number itself.
 */
export function groupsOf(value: string): string[] {
  const [, letters = '', digits] = /^(\p{L}{0,4})(\d+)$/u.exec(value) ?? [];
  const [first = '', ...more] = digits === undefined ? [value] : inGroups(digits);
  return [letters + first, ...more];
}

/** The same in words, sign by sign: a screen reader would say 'W52002101' as fifty-two millions. */
export function readOut(value: string): string {
  if (!NUMBER.test(value)) return value;
  const parted = value.replace(/\d+/gu, (digits) => inGroups(digits).join(' '));
  const signs = [...parted].map((sign) => ({ ' ': ',', '-': 'guion' })[sign] ?? sign);
  return signs.join(' ').replaceAll(' ,', ',');
}

/** In groups of three or four, the shorter ones first. */
function inGroups(digits: string): string[] {
  if (digits.length < MIN_DIGITS) return [digits];
  const count = Math.ceil(digits.length / MAX_IN_GROUP);
  const short = count * MAX_IN_GROUP - digits.length;
  const groups: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const end = at + MAX_IN_GROUP - (groups.length < short ? 1 : 0);
    groups.push(digits.slice(at, end));
    at = end;
  }
  return groups;
}
