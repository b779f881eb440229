/** One kind of values that the insurer's systems may send by mistake. */
export interface Hostility {
  name: string;
  /** The value in place of a text. Undefined leaves the field out. */
  text: (field: string) => unknown;
  /** The value in place of a number. By default it stays. */
  number?: (value: number) => unknown;
}

const MARKUP =
  '"\'><img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script><svg onload="globalThis.ran=1">{{7*7}}';

/** Overrides without an end, isolates closed too often, and a direction mark at the end. */
const BIDI = '\u202Eotxet\u2069\u2069 \u2067שלום\u202D 123\u202E al reves \u200F';

const sameText = (text: string) => () => text;

export const hostilities: readonly Hostility[] = [
  { name: 'markup', text: sameText(MARKUP) },
  { name: 'bidi marks', text: sameText(BIDI) },
  { name: 'a word of 10,000 letters', text: sameText('W'.repeat(10_000)) },
  { name: '10,000 characters of words', text: sameText('palabra '.repeat(1250)) },
  {
    name: 'accents piled up and emoji',
    // The instance travels back with a question, and our own server refuses a question with signs that no text has.
    text: (field) =>
      `Z${'\u0351\u0489'.repeat(200)} 👩‍👩‍👧‍👦🇨🇷 ${field === 'VisualTimeInstance' ? '' : '\uD800 \u0000\u0007'}`,
  },
  { name: 'null', text: () => null, number: () => null },
  { name: 'nothing', text: () => undefined, number: () => undefined },
  { name: 'lists and objects', text: () => [{ a: 1 }], number: () => ({}) },
  { name: 'zero and blanks', text: sameText('   '), number: () => 0 },
  { name: 'negative amounts', text: sameText('-1'), number: (value) => -Math.abs(value) - 0.005 },
  { name: 'huge amounts', text: sameText('9'.repeat(30)), number: () => 1.7e308 },
  { name: 'dates that are none', text: sameText('2026-02-30T99:99'), number: () => '0x10' },
];

/** Without these fields no row would be found again or be allowed. Screens never show them. */
const KEPT = new Set([
  'id',
  'ID',
  'Policy',
  'token',
  'nif',
  'dispositivo',
  'year',
  'idDocumento',
  'idReembolso',
  'access_token',
  'updated',
]);

/** These fields decide whether, where and in which order something is shown. */
const DECIDING = new Set([
  'LineOfBusinessType',
  'VisualTimeInstance',
  'IssuingCompany',
  'OffshoreIndicator',
  'PolicyValuesType',
  'GracePeriodDate',
  'GracePeriodDays',
  'AmountAvoidLapsingPolicy',
  'Role',
  'Status',
  'EffectiveFrom',
  'EffectiveTo',
  'CreatedOnDate',
  'ParsedCompletedDate',
  'idEstado',
  'fechaDiagnostico',
  'fechaSolicitud',
  'created',
  'residenciaFiscal',
]);

/** An answer with each field replaced. 'shown' keeps the fields that decide what is shown. */
export function spoiled(body: string, hostility: Hostility, which: 'shown' | 'all'): string {
  const leaf = (field: string, value: unknown): unknown => {
    if (KEPT.has(field) || (which === 'shown' && DECIDING.has(field))) return value;
    if (typeof value === 'string') return hostility.text(field);
    if (typeof value === 'number') return hostility.number ? hostility.number(value) : value;
    return value;
  };
  const walk = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, field));
    if (typeof value !== 'object' || value === null) return leaf(field, value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]));
  };
  const answer = JSON.parse(body);
  // Of reads made together the lists are spoiled, and not what says which is which.
  if (Array.isArray(answer?.respuestas)) {
    for (const one of answer.respuestas) if ('cuerpo' in one) one.cuerpo = walk(one.cuerpo, '');
    return JSON.stringify(answer);
  }
  return JSON.stringify(walk(answer, ''));
}
