import type { Problem, ProblemCode } from '#contract/result.ts';

const statuses: Record<ProblemCode, number> = {
  // The first three arise on a device alone; a server that said them would be broken.
  offline: 500,
  timeout: 500,
  nonsense: 500,
  unreadable: 500,
  unauthorised: 401,
  'session-ended': 401,
  'bad-credentials': 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  taken: 409,
  withdrawn: 409,
  'too-large': 413,
  'unsupported-type': 415,
  invalid: 422,
  'key-reused': 422,
  damaged: 422,
  'rate-limited': 429,
  outdated: 426,
  unavailable: 503,
  'core-away': 503,
  maintenance: 503,
};

const words: Record<ProblemCode, string> = {
  offline: 'No pudimos atender tu solicitud. Inténtalo de nuevo en unos minutos',
  timeout: 'No pudimos atender tu solicitud. Inténtalo de nuevo en unos minutos',
  nonsense: 'No pudimos atender tu solicitud. Inténtalo de nuevo en unos minutos',
  unreadable: 'No pudimos atender tu solicitud. Inténtalo de nuevo en unos minutos',
  unauthorised: 'Tu sesión terminó. Ingresa de nuevo para continuar',
  'session-ended':
    'Tu sesión se cerró: la cerraste en otro lugar o tu contraseña cambió. Ingresa de nuevo para continuar',
  'bad-credentials': 'El correo o la contraseña no son correctos',
  forbidden: 'No tienes acceso a esta información',
  'not-found': 'No encontramos lo que buscas',
  'method-not-allowed': 'Esta operación no está permitida',
  taken: 'Ya existe una cuenta con estos datos',
  withdrawn: 'Retiraste esta solicitud antes de que llegara',
  'too-large': 'Lo que enviaste es demasiado grande',
  'unsupported-type': 'El formato de lo que enviaste no está permitido',
  invalid: 'Revisa los datos e inténtalo de nuevo',
  'key-reused': 'Esta solicitud ya se envió con otros datos',
  damaged: 'La solicitud llegó incompleta. Envíala de nuevo',
  'rate-limited': 'Demasiados intentos. Espera un momento y vuelve a probar',
  outdated: 'Actualiza la app para continuar. Lo que tienes pendiente sigue guardado',
  unavailable: 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos minutos',
  'core-away': 'No pudimos consultar tus pólizas en este momento. Inténtalo de nuevo en unos minutos',
  maintenance: 'Estamos en mantenimiento. Inténtalo de nuevo en unos minutos',
};

/** What a customer is told of a problem, and its HTTP status. */
export const textOf = ({ code, text = words[code] }: Problem): string => text;
export const statusOf = ({ code, status = statuses[code] }: Problem): number => status;

/** A failure of ours: its text carries the request's id, under which the log has it. */
export const brokenBy = (id: string): Problem => ({
  code: 'unavailable',
  status: 500,
  text: `${words.unavailable}. Si sigue igual, dinos este código: ${id}`,
});

/** Both fields hold its text, so any caller reads it. */
export function brokenAnswer(id: string): Response {
  const broken = brokenBy(id);
  const text = textOf(broken);
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  const body = JSON.stringify({ code: broken.code, message: text, error: text });
  return new Response(body, { status: statusOf(broken), headers });
}

/** The problem as an answer: its status, its text in the field the caller reads, and the wait where there is one. */
export function problemAnswer(problem: Problem, errorField: 'message' | 'error' = 'message'): Response {
  const { code, fields, retryAfter, erase } = problem;
  const text = textOf(problem);
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  const body = JSON.stringify({ code, [errorField]: text, ...(fields && { fields }), ...(erase && { borrar: true }) });
  return new Response(body, { status: statusOf(problem), headers });
}
