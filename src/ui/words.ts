/** What the pieces say when the screen hands in nothing better: names of controls that are the same everywhere. */
export const words = {
  back: 'Volver',
  close: 'Cerrar',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  choose: 'Selecciona una opción',
  search: 'Buscar',
  nothingFound: 'No encontramos resultados',
  previous: 'Anterior',
  next: 'Siguiente',
  working: 'Un momento…',
  remove: 'Quitar',
  retake: 'Repetir',
  optional: 'opcional',
} as const;
