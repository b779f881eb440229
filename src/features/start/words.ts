/** The start screen's texts. Sentences that the spec quotes are word for word. */
export const words = {
  slogan: 'Tu seguro, siempre contigo',
  pitch: 'Consulta tus pólizas, pide reembolsos y lleva tu carnet. También cuando no hay señal.',
  enter: 'Ingresa',
  register: 'Regístrate',
  welcomeBack: 'Hola de nuevo',
  unlockText: 'Entra con tu huella, tu rostro o tu PIN.',
  unlock: 'Desbloquear con tu huella o rostro',
  withPassword: 'Ingresar con tu contraseña',
  orPassword: 'o con tu contraseña',
  closed: 'La puerta está cerrada, lo tuyo sigue dentro.',
  closedText: 'Nada de lo que empezaste se perdió. Entra también sin conexión, con la misma contraseña.',
  greetedText: 'Escribe tu contraseña para seguir donde estabas.',
  otherAccount: 'Usar otra cuenta',
  passwordMissing: 'Escribe tu contraseña',
  loginTitle: 'Ingresa a tu cuenta',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Ingresar',
  forgot: '¿Olvidaste tu contraseña?',
  newHere: '¿Aún no tienes cuenta?',
  firstNeedsLine: 'Para entrar por primera vez aquí necesitas conexión a internet.',
  incomplete: 'Por favor, ingresa tu correo y contraseña',
  close: 'Cerrar',
  resetTitle: 'Restablece tu contraseña',
  resetText: 'Escribe el correo de tu cuenta y te enviaremos un enlace para crear una nueva.',
  resetNeedsLine: 'Para pedir el enlace necesitas conexión a internet. Puedes escribir tu correo mientras vuelve.',
  resetSubmit: 'Enviar enlace',
  resetSent: 'Se ha enviado un enlace de restablecimiento de contraseña a tu correo electrónico.',
  resetDone: 'Entendido',
  invalidEmail: 'Ingresa un correo electrónico válido',
  waitingOne: '1 solicitud espera para enviarse',
  waitingMany: '# solicitudes esperan para enviarse',
  leavesOne: '1 solicitud sigue guardada aquí.',
  leavesMany: '# solicitudes siguen guardadas aquí.',
} as const;

/**
 * How many requests wait on this device, in one of two sentences. The boot script fills the same line from them before React
 * has loaded.
 */
export function waitingText(count: number, one: string = words.waitingOne, many: string = words.waitingMany): string {
  if (count <= 0) return '';
  return count === 1 ? one : many.replace('#', `${count}`);
}
