import type { Problem, ProblemCode } from '#contract/result.ts';

/** The text for a problem when the server sent none: what happened and what to do. */
const texts: Record<ProblemCode, string> = {
  offline: 'No pudimos conectarnos. Revisa tu conexión a internet e inténtalo de nuevo.',
  timeout: 'El servidor está tardando demasiado en responder. Inténtalo de nuevo en unos minutos.',
  nonsense:
    'La respuesta que recibimos no es de Amparo. Si estás en una red Wi-Fi pública, ábrela en tu navegador, acepta sus condiciones e inténtalo de nuevo.',
  unreadable: 'No pudimos leer la respuesta de nuestro servicio. Inténtalo de nuevo en unos minutos.',
  unauthorised: 'Tu sesión terminó. Ingresa de nuevo para continuar.',
  'session-ended':
    'Tu sesión se cerró: la cerraste en otro lugar o tu contraseña cambió. Ingresa de nuevo para continuar.',
  'bad-credentials': 'El correo o la contraseña no son correctos.',
  forbidden: 'No tienes permiso para ver o hacer esto.',
  'not-found': 'No encontramos lo que buscas.',
  'method-not-allowed': 'No pudimos completar la solicitud. Actualiza la app e inténtalo de nuevo.',
  taken: 'Ese dato ya está registrado.',
  withdrawn: 'Esta solicitud se retiró y no se envió.',
  'too-large': 'El archivo es demasiado grande.',
  'unsupported-type': 'Solo se permiten imágenes o archivos PDF',
  invalid: 'Hay datos que revisar.',
  'key-reused': 'Esta solicitud ya se envió con otros datos. Revísala y envíala de nuevo.',
  damaged: 'La solicitud llegó incompleta. Inténtalo de nuevo.',
  'rate-limited': 'Hiciste demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  outdated: 'Actualiza la app para continuar. Lo que tienes pendiente sigue guardado.',
  unavailable: 'En este momento no podemos atender tu solicitud. Inténtalo de nuevo en unos minutos.',
  'core-away': 'No pudimos consultar tus pólizas en este momento. Inténtalo de nuevo en unos minutos.',
  maintenance: 'Estamos en mantenimiento. Inténtalo de nuevo en unos minutos.',
};

/** The text to show for a problem: the server's when it sent one, else ours. */
export function problemText(problem: Problem): string {
  return problem.text && problem.text.trim() !== '' ? problem.text : texts[problem.code];
}
