import { passwordProblem } from '#rules/registration-fields.ts';

/** V5.11 lets these pass; a guesser tries them first (OWASP ASVS 5.0, 6.2.4). */
const COMMON = 'Esta contraseña es de las más usadas y se adivina enseguida. Elige otra';

/** What the commonest passwords are made of, in the countries served; without accents. */
const words = new Set(
  `password passwort pass contrasena contra clave claves miclave acceso entrar ingreso bienvenido bienvenida welcome hola holahola
  hello admin administrador administrator root usuario user test prueba pruebas demo login sistema internet
  qwerty qwertyu qwertyui qwertyuiop qwertz qwer qwe asdf asdfg asdfgh asdfghjk asdfghjkl asd zxcv zxcvb zxcvbn zxcvbnm zxc poiuyt mnbvcxz
  abc abcd abcde abcdef abcdefg abcdefgh aaa aa a xyz letmein iloveyou monkey dragon master shadow sunshine princess football baseball
  superman batman pokemon naruto michael jordan computer secret charlie summer winter spring autumn
  teamo tequiero teadoro miamor amor amorcito mivida corazon princesa estrella bebe bonita hermosa familia mifamilia mama papa hijo hijos
  jesus cristo jesucristo dios diosesamor diosmio gloria virgen maria jose juan carlos luis jorge pedro ana rosa andrea daniela daniel
  david diego alejandro fernando sebastian valentina camila sofia gabriela
  ecuador ecuatoriano guayaquil quito cuenca barcelona emelec ligadequito colombia colombiano bogota medellin cali millonarios nacional
  guatemala chapin costarica puravida sanjose saprissa alajuela heredia dominicana republicadominicana santodomingo santiago panama mexico
  peru america latinoamerica futbol realmadrid madrid seguro seguros poliza banco dinero empresa trabajo oficina
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado
  domingo verano invierno primavera navidad`.split(/\s+/),
);

/** Walks over the keyboard that hold a digit between letters. */
const walks = new Set(
  '1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc qaz2wsx zaq12wsx zaq1xsw2 1qazxsw2 a1b2c3 a1b2c3d4 a1s2d3f4 abc123abc pass1234word'.split(
    ' ',
  ),
);

/** Signs that stand for a letter: 'P@ssw0rd'. */
const letterOf: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * Why this text cannot become a password: it is too weak (V5.11), or one of the commonest. Asked wherever one is set, at the server
 * alone. One that was set before still signs in.
 *
 * @returns the text for its field; null when it may be set
 */
export const newPasswordProblem = (password: string): string | null =>
  passwordProblem(password) ?? (isCommon(password) ? COMMON : null);

/**
 * Whether it is a common word, or the same one twice, with what people add to reach the length: a year, a row of digits, one or
 * two digits, a sign. 'Password1', 'Contraseña1', 'Ecuador2024!'.
 */
function isCommon(password: string): boolean {
  const plain = password
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s._-]/g, '');
  if (walks.has(plain.replace(/[^a-z0-9]/g, ''))) return true;
  const [, before = '', core = '', after = ''] = /^([^a-z]*)(.*?)([^a-z@$]*)$/.exec(plain) ?? [];
  return isAdded(before) && isAdded(after) && isWord(core);
}

function isWord(core: string): boolean {
  const read = core.replace(/[^a-z]/g, (sign) => letterOf[sign] ?? sign);
  const half = read.slice(read.length / 2);
  return words.has(read) || (words.has(half) && read === half.repeat(2));
}

/** A year, a row such as '123' or '4321', one digit repeated, at most two digits, and a few signs. */
function isAdded(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '');
  const signs = text.length - digits.length;
  return signs <= 3 && (digits.length <= 2 || isYear(digits) || isRow(digits) || new Set(digits).size === 1);
}

const isYear = (digits: string): boolean => /^(?:19[3-9]\d|20[0-3]\d)$/.test(digits);

const isRow = (digits: string): boolean => ['01234567890', '09876543210'].some((row) => row.includes(digits));
