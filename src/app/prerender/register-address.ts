import { registerUrl } from '#settings/settings.ts';

/** The address of 'Regístrate' on a phone. */
export const registerHref = '#/registro/residencia';

/** The address on a wide screen: the group's own registration site if the build knows one, else the same. */
export const wideRegisterHref: string = registerUrl || registerHref;
