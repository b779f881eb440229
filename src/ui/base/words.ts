/** Default texts: names of controls that are the same everywhere. */
export const words = {
  back: 'Volver',
  close: 'Cerrar',
  hide: 'Ocultar este aviso',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  choose: 'Selecciona una opción',
  search: 'Buscar',
  nothingFound: 'No encontramos resultados. Prueba con otra palabra o escribe solo el comienzo.',
  nothingButFallback: (labels: readonly string[]) =>
    `No encontramos resultados. Puedes elegir «${labels.join('», «')}».`,
  wholeList: 'Ver toda la lista',
  previous: 'Anterior',
  next: 'Siguiente',
  working: 'Un momento…',
  /** Below a printed list that is not complete. */
  printedOf: (printed: number, count: number) =>
    `Aquí se imprimen los primeros ${printed} de ${count}. Para imprimir otros, búscalos o fíltralos antes.`,
  remove: 'Quitar',
  retake: 'Repetir',
  optional: 'opcional',
  retry: 'Reintentar',
  refresh: 'Actualizar',
  signIn: 'Ingresar',
  offlineText: 'Llegará cuando vuelva la conexión.',
} as const;
