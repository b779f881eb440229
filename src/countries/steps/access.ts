import type { Step } from '#rules/wizard-country.ts';

/** V2.28. */
export const credenciales: Step = {
  id: 'credenciales',
  title: 'Empecemos',
  subtitle: 'Estas serán tus credenciales de acceso',
  lookup: { call: 'checkEmail', field: 'email' },
  fields: [
    { kind: 'email', name: 'email', label: 'Correo electrónico' },
    {
      kind: 'repeated',
      name: 'emailConfirmacion',
      of: 'email',
      label: 'Confirma tu correo electrónico',
      calledAs: 'Confirmación del correo',
      readBack: { copies: 'email' },
    },
    {
      kind: 'password',
      name: 'password',
      label: 'Contraseña',
      hint: '8 caracteres o más, con una mayúscula, una minúscula y un número. Que no sea de las más usadas, como «Guayaquil2024».',
    },
    {
      kind: 'repeated',
      name: 'passwordConfirmacion',
      of: 'password',
      label: 'Confirma tu contraseña',
      calledAs: 'Confirmación de la contraseña',
      readBack: { copies: 'password' },
    },
    {
      kind: 'ticked',
      name: 'comunicaciones',
      mandatory: false,
      label: 'Quiero recibir comunicaciones promocionales',
    },
    {
      kind: 'ticked',
      name: 'politica',
      mandatory: true,
      label: 'Acepto las condiciones generales y la política de protección de datos',
      calledAs: 'Aceptar las condiciones generales y la política',
    },
  ],
};
