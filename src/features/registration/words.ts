import { allOf } from '#rules/joined.ts';
import { thisDevice } from '#senses/this-device.ts';

/** The registration's own texts; titles and questions stand in the country's data. */
export const words = {
  residenceTitle: '¿Cuál es tu país de residencia fiscal?',
  residenceText: 'De él dependen los datos y documentos que te pediremos.',
  residence: 'País de residencia fiscal',
  residenceMissing: 'Elige tu país de residencia fiscal',
  slogan: 'Tu seguro, siempre contigo',
  from: 'Te registras desde',
  atHand: (papers: string, steps: number) => `Ten a mano ${papers}. Son ${steps} pasos; puedes dejarlo y volver.`,
  leave: 'Salir',
  begin: 'Iniciar',
  /** V2.14 */
  working: 'Trabajando en tu registro',
  moveAsk: (country: string) => `¿Cambiar a ${country}?`,
  moveText: (steps: readonly string[], photos: boolean) =>
    `Se borrará de ${thisDevice()} lo que respondiste en ${allOf(steps.map((step) => `«${step}»`))}${photos ? ', también las fotos' : ''}. Allí se pregunta de otra forma.`,
  move: 'Cambiar de país',
  changeResidence: 'Cambiar país de residencia',
  /** V8.1 */
  failed: 'Error registrando usuario',
  kept: 'Lo que escribiste sigue aquí. Revísalo e inténtalo de nuevo.',
  alreadySent:
    'Tu cuenta ya se creó con un envío anterior, con otros datos. Entra con tu correo y la contraseña que elegiste entonces.',
  incomplete: 'Completa este paso para terminar tu registro',
  resumeTitle: 'Tienes un registro sin terminar',
  resume: 'Continuar tu registro',
  restart: 'Empezar de nuevo',
  restartAsk: '¿Empezar de nuevo?',
  restartText: `Se borrará de ${thisDevice()} todo lo que escribiste en tu registro, también las fotos.`,
  restartNo: 'Conservar lo escrito',
  pause: 'Guardar y salir',
  paused: `Tu registro queda guardado en ${thisDevice()} por 7 días. Para seguir, usa «Regístrate».`,
  /** Names a refused field of another step. */
  onStep: (step: string, field: string) => `${field} (${step})`,
  resumeText: `Lo que escribiste está guardado y cifrado en ${thisDevice()}; se borra pasados 7 días. Tu contraseña no se guarda.`,
  passwordAgain: 'Escribe de nuevo tu contraseña',
  passwordAgainHint: `No la guardamos en ${thisDevice()}. La necesitamos para crear tu cuenta.`,
  review: 'Revisa tus datos',
  reviewText: 'Con ellos creamos tu cuenta. Si algo no es así, cámbialo: después vuelves aquí.',
  create: 'Crear mi cuenta',
  createIncomplete: 'Completa este paso para crear tu cuenta.',
  ownAccount: 'Iniciar sesión o recuperar la contraseña',
  createdTitle: 'Cuenta creada',
  createdText: 'Ya puedes consultar tus pólizas y documentos desde Amparo.',
  policiesHere: (count: number) => (count === 1 ? 'Tu póliza ya está aquí' : 'Tus pólizas ya están aquí'),
  policiesCount: (count: number) => `Encontramos ${count}, con sus documentos.`,
  cardTitle: 'Tu carnet va contigo',
  cardText: `Al entrar queda en ${thisDevice()}: se abre también cuando no haya señal.`,
  passkeyTitle: 'Entra con tu huella o rostro',
  passkeyText: 'Más rápido que la contraseña.',
  passkeyAct: 'Activar',
  pending: {
    correo:
      'Para ver tus pólizas falta un paso: escribir el código que te enviamos por correo. Te lo pediremos al entrar.',
    codigo: 'Para ver tus pólizas falta confirmar que eres tú. Te diremos cómo al entrar.',
    sucursal: 'Para ver tus pólizas falta comprobar tu identidad. Te diremos cómo al entrar.',
    no: 'Aún no encontramos pólizas a tu nombre. Al entrar te decimos qué hacer.',
  },
  enter: 'Ir a mi cuenta',
  loadingPolicies: 'Estamos cargando tus pólizas…',
  policiesFailed: 'No pudimos cargar tus pólizas. Revisa tu conexión e inténtalo de nuevo.',
  retry: 'Reintentar',
  listFailed: 'No pudimos cargar las listas de este paso. Revisa tu conexión e inténtalo de nuevo.',
  /** What a step does once the connection is there, by what it needs it for. */
  needs: {
    checkEmail: 'Para seguir necesitamos comprobar tu correo: lo haremos en cuanto vuelva la conexión.',
    checkNif: 'Para seguir necesitamos comprobar tu documento: lo haremos en cuanto vuelva la conexión.',
    send: 'Enviaremos tu registro en cuanto vuelva la conexión. Lo que escribiste sigue aquí.',
  },
  whenBack: 'Seguir cuando vuelva la conexión',
  createWhenBack: 'Crearla cuando vuelva la conexión',
  offline: 'Sin conexión puedes seguir llenando el registro; la necesitas para comprobar tus datos y enviarlo.',
  photos: 'Fotos de tu documento',
  photo: 'Foto de la página con tu retrato',
  /** Of a passport it is one page that is asked for. */
  photosHint: (count: number) =>
    `Que se vea ${count === 1 ? 'entera' : 'entero'}, sin reflejos y con letra legible. En JPG, PNG o WEBP; ${
      count === 1 ? 'la reducimos antes de enviarla' : 'las reducimos antes de enviarlas'
    }.`,
  framing: {
    front: 'El lado con tu retrato, entero y dentro del marco.',
    back: 'El lado de atrás, entero y dentro del marco.',
    passport: 'La página con tu retrato, entera, con las líneas de abajo.',
  },
  add: 'Añadir',
  camera: 'Tomar foto',
  gallery: 'Elegir de la galería',
  onlyOne: 'Aquí va una sola foto: usamos la primera.',
  formats: 'JPG, PNG o WEBP. La reducimos antes de enviarla.',
  again: 'Repetir',
  remove: 'Quitar',
  ready: 'Listo',
  compressing: 'Comprimiendo…',
  enlarge: 'Ampliar',
} as const;

/** V8.3: the errors of each source of photos. */
export const pickWords = {
  file: { access: 'No se pudo acceder al archivo', open: 'No se pudo acceder al archivo' },
  gallery: {
    access: 'No se pudo acceder al archivo de la galería',
    open: 'No se puede acceder a la galería en este dispositivo',
  },
  camera: {
    access: 'No se pudo acceder al archivo de la cámara',
    open: 'No se puede acceder a la cámara en este dispositivo',
  },
} as const;

/** Texts for sending photos from a phone to a desk. */
export const relayWords = {
  offer: 'Usar la cámara de tu teléfono',
  title: 'Toma las fotos con tu teléfono',
  text: 'Escanea este código con la cámara de tu teléfono. Las fotos llegan cifradas a esta pantalla; el código sirve una vez, durante 10 minutos.',
  code: 'Código para abrir la cámara en tu teléfono',
  preparing: 'Preparando el código…',
  waiting: 'Esperando tus fotos…',
  over: 'El código venció o ya se usó. Crea otro en tu equipo.',
  damaged: 'Las fotos no llegaron bien. Crea otro código e inténtalo de nuevo.',
  another: 'Crear otro código',
  arrived: 'Tus fotos llegaron de tu teléfono.',
  preparingPhotos: 'Buscando tus fotos…',
  phoneTitle: 'Fotos para tu registro',
  phoneText:
    'Se envían cifradas al equipo donde te registras. En este teléfono quedan, también cifradas; se borran al enviarlas o al abrir Amparo tras vencer el código.',
  send: 'Enviar a mi equipo',
  sent: 'Fotos enviadas',
  sentText: 'Sigue tu registro en tu equipo. Ya puedes cerrar esta página.',
  unusable: 'Este código no sirve',
} as const;
