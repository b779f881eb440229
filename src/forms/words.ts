import type { PhotoProblemCode } from '#photos/client.ts';
import type { Advice } from '#photos/look.ts';
import type { FileKind } from '#rules/files.ts';
import { thisDevice } from '#senses/this-device.ts';

/** This room's own texts. All others arrive as props. */
export const formWords = {
  /** V5.16 */
  invalid: 'Por favor, introduce un valor válido',
  /** V5.14 */
  invalidDate: 'Ingresa una fecha válida',
  attached: 'Archivo adjuntado',
  required: 'Completa este campo',
  tooLong: (most: number, over: number) =>
    `Escribe como mucho ${most} caracteres: ${over === 1 ? 'sobra' : 'sobran'} ${over}`,
  chooseTypeFirst: 'Elige primero el tipo de documento',
  loadingList: 'Cargando la lista…',
  listFailed: 'No pudimos cargar la lista',
  fileMissing: 'Adjunta el archivo',
  dateHint: 'Día, mes y año: dd-mm-aaaa',
  continue: 'Continuar',
  incomplete: 'Completa este paso para continuar.',
  checking: 'Un momento: estamos revisando lo que adjuntaste.',
  refused: 'Corrige lo señalado para continuar.',
  summary: 'Revisa lo siguiente',
  /** After an unexpected error. The answers are still in the form. */
  failed:
    'No funcionó, y no es culpa tuya. Lo que escribiste sigue aquí: inténtalo de nuevo y, si vuelve a pasar, cierra y abre la app.',
  pick: 'Elegir PDF o foto',
  useReceived: 'Usar',
  pickAnother: 'Elegir otro archivo',
  camera: 'Tomar foto',
  /** Before the prefix of a phone number, for screen readers. */
  prefix: 'Prefijo',
  /** S34: asked about once, never refused. */
  meant: '¿Quisiste decir',
  fixedLine: 'Parece un teléfono fijo. ¿Quieres escribir tu celular?',
  takeMeant: 'Sí, corregir',
  keepTyped: 'No, está bien así',
  /** D10 */
  pdfHint: 'Adjunta el PDF si lo tienes',
  encrypted:
    'Este PDF está cifrado y puede que no podamos abrirlo. Si te pide una contraseña, adjunta una copia sin ella.',
  enlarge: 'Ampliar',
  zoomed: 'Así se verá tu foto',
  repeat: 'Repetir',
  keepIt: 'Usarla así',
  actualSize: 'Ver a tamaño real',
  /** V8.3 */
  vanished: 'No se pudo acceder al archivo',
  huge: `El archivo es demasiado grande para ${thisDevice()}. Adjunta uno más pequeño`,
} as const;

/** Of a paper with several pages (D87). */
export const pageWords = {
  another: 'Otra página',
  page: (number: number) => `Página ${number}`,
  count: (count: number) => (count === 1 ? '1 página' : `${count} páginas`),
  turn: (number: number) => `Girar página ${number}`,
  turnPhoto: 'Girar la foto',
  up: (number: number) => `Subir página ${number}`,
  down: (number: number) => `Bajar página ${number}`,
  remove: (number: number) => `Quitar página ${number}`,
  enlarge: (number: number) => `Ampliar página ${number}`,
  openPdf: 'Abrir el PDF',
  useAsPage: 'Añadir como página',
  /** Read aloud after the step. */
  added: (number: number) => `Página ${number} añadida`,
  turned: (number: number) => `Página ${number} girada`,
  moved: (from: number, to: number) => `La página ${from} es ahora la ${to}`,
  removed: (number: number, left: number) => `Página ${number} quitada, ${left === 1 ? 'queda 1' : `quedan ${left}`}`,
  onePdfAlone: 'Elige varias fotos del mismo documento, o un solo PDF',
  tooLarge: (size: string, limit: string) =>
    `Con esa página el documento pesaría ${size} y debe pesar menos de ${limit}: no la añadimos`,
  /** After `tooLarge`, of the photos that were picked with that one. */
  norOthers: (count: number) =>
    count === 1 ? 'Tampoco añadimos la foto que seguía' : `Tampoco añadimos las ${count} fotos que seguían`,
  notJoined: 'No pudimos juntar las páginas en un documento. Inténtalo otra vez o adjunta un PDF',
  notTurned: 'No pudimos girar la foto. Inténtalo otra vez o repítela',
} as const;

/**
 * Says why a photo could not be prepared and what to do. It suggests a PDF only where PDFs are accepted. A HEIC photo is not
 * damaged; this browser just cannot read it.
 */
export function photoWords(code: PhotoProblemCode, kind: FileKind | null, accepted?: readonly FileKind[]): string {
  const takesPdf = !accepted || accepted.includes('pdf');
  const formats = takesPdf ? 'JPG, PNG o PDF' : 'JPG o PNG';
  if (code === 'unsupported-image' && kind === 'heic') {
    return `Este navegador no puede leer fotos HEIC. Toma la foto desde aquí o adjúntala en ${formats}`;
  }
  return {
    'unsupported-image': `No podemos leer este formato de imagen. Adjúntala en ${formats}`,
    'corrupt-image': 'La imagen está dañada o incompleta. Repite la foto o elige otra',
    'worker-lost': `No pudimos preparar la foto. Inténtalo otra vez o ${takesPdf ? 'adjunta el PDF' : 'elige otra'}`,
    'too-many-pixels': `La imagen tiene demasiada resolución para ${thisDevice()}. Toma la foto desde aquí o ${
      takesPdf ? 'adjunta el PDF' : 'elige otra'
    }`,
  }[code];
}

/** `short` is shown on the photo itself. */
export const adviceWords: Record<Advice, { short: string; says: string; does: string }> = {
  dark: { short: 'Oscura', says: 'Se ve oscura', does: 'repítela con más luz o úsala así.' },
  blurred: { short: 'Borrosa', says: 'Se ve borrosa', does: 'repítela o úsala así.' },
  small: { short: 'Pequeña', says: 'Es muy pequeña', does: 'repítela más de cerca o úsala así.' },
  same: { short: 'Repetida', says: 'Es la misma foto en los dos lados', does: 'repítela o úsala así.' },
  letters: { short: 'Letra pequeña', says: 'La letra se ve muy pequeña', does: 'acércate y repítela, o úsala así.' },
};
