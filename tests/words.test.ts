import { expect, test } from 'vitest';
import { customerTexts } from './customer-texts.ts';

/**
 * Words of Spain, each beside what the six countries say. The dictionaries of americanisms and of the Academy are the source;
 * what Apple's systems call a thing is what they call it in Latin America.
 */
const ofSpain: readonly (readonly [american: string, spain: RegExp])[] = [
  ['presiona', /puls(a|ar|as|e|en|ando)|pinch(a|ar|e)|cli(ca|car|que)/],
  ['celular, teléfono', /móvil(es)?/],
  ['computadora, equipo', /ordenador(es)?|portátil(es)?/],
  ['archivo', /ficheros?/],
  ['toma la foto', /(haz|haga|hacer|hace|hecho)(la|le|te|se)?( (la|una|otra|de nuevo))? fotos?/],
  ['toma una captura', /(haz|hacer) una captura/],
  ['ustedes', /vosotr[oa]s|vuestr[oa]s?|\p{L}+[áé]is/u],
  ['hospitalizado, internado', /(est[aáu]\p{L}*|qued\p{L}+|fue) ingresad[oa]s?/u],
  ['sirve, es válido', /vale|valiendo/],
  ['tomar, agarrar', /cog(er|e|es|ido|iendo)|coj[ao]s?/],
  ['estacionar, parquear', /aparc\p{L}+/u],
  ['auto, carro', /coches?/],
  ['cédula, DPI', /DNI|NIF|NIE/],
  ['plomero, gasfitero', /fontaner\p{L}+/u],
  ['ingresa, escribe', /introduc(e|es|ir|ido|ida)|teclea\p{L}*/u],
  ['configuración', /ajustes/],
  ['Agregar a inicio', /añadir (a (la )?pantalla de inicio|al dock)/],
  ['iniciar', /arranc(a|ar|ando)/],
  ['úsala así', /(usar|úsal[ao]|usarl[ao]) igual/],
  ['de salud', /sanitari[oa]s?/],
  ['centavos', /céntimos?/],
  ['boleto', /billetes?/],
  ['lentes', /gafas/],
  ['revisa', /ech(a|ar|e) un vistazo/],
  ['hoy', /a día de hoy/],
  ['desempleado', /en paro/],
];

/** Acronyms are names in capitals only: 'nif' is a field of the wire. */
const flagsOf = ({ source }: RegExp) => (/^[A-Z|]+$/.test(source) ? 'u' : 'iu');
const whole = ofSpain.map(
  ([american, spain]) => [american, new RegExp(`(?<!\\p{L})(${spain.source})(?!\\p{L})`, flagsOf(spain))] as const,
);
const found = (text: string) => whole.filter(([, spain]) => spain.test(text)).map(([american]) => american);

/** What the clauses themselves say. */
const prescribed = new Map([['Por favor, introduce un valor válido', 'V5.16']]);
/** D13: an international classification in its own words. */
const ACTIVITIES = 'src/countries/lists/activities.ts';
/** D54: what stands behind a sign of equality is typed in a search, and in no country's words. */
const withoutOtherNames = (text: string) => text.replace(/ = [^|\n]+?(?= \||$)/g, '');

const texts = customerTexts();

test('[H0.1] no text has a word that is of Spain alone, unless a clause prescribes it', () => {
  expect(texts.length).toBeGreaterThan(5000);
  const spanish = texts
    .filter(({ path, text }) => path !== ACTIVITIES && !prescribed.has(text))
    .flatMap(({ path, text }) => found(withoutOtherNames(text)).map((american) => `${path}: ${american}: ${text}`));
  expect(spanish).toEqual([]);
  for (const text of prescribed.keys()) expect(texts.map((one) => one.text)).toContain(text);
});

/** A second word for a thing that has one, beside ours, and where it is right. A municipality of Colombia is called Toca. */
test.each([
  ['presiona', /toc(a|ar|as|ando)|toques?/, /toca Compartir|Toca \| Togüí/i],
  ['equipo', /computadoras?/, null],
  ['Divisa', /monedas?/, null],
  ['Añadir', /agreg(a|ar|ue)/, /«Agregar a(l Dock| inicio)»/],
] as const)('[D89] nobody at a desk is told to tap, and one thing has one word: %s', (_, second, right) => {
  const whole = new RegExp(`(?<![\\p{L}/])(${second.source})(?!\\p{L})`, 'iu');
  const said = texts.filter(({ path, text }) => path !== ACTIVITIES && whole.test(text) && !right?.test(text));
  expect(said.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
});

test.each([
  'Pulsa aquí',
  'tu móvil',
  'Haz la foto desde aquí',
  'hazle una foto',
  'Estuviste ingresado',
  'Vale, sigue',
  'Tu DNI',
  'Permítelo en los ajustes de tu teléfono',
  'elige «Añadir a pantalla de inicio»',
  'Fontanero',
  'Cuando queráis',
  'Introduce un valor',
])('%s is told as a text of Spain', (text) => {
  expect(found(text)).toHaveLength(1);
});

test.each([
  'Nadie había ingresado en ese momento',
  'El alta no puede ser anterior al ingreso',
  'Ingresa de nuevo',
  'país seis más',
  'nif',
  'Plomero = Fontanero; Gasfitero',
])('%s is a text of the six countries', (text) => {
  expect(found(withoutOtherNames(text))).toEqual([]);
});
