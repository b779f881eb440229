import { registerUrl } from '#settings/settings.ts';

/** Where 'Regístrate' leads on a phone. */
export const registerHref = '#/registro/residencia';

/** On a wide screen: the group's own registration site if the build knows one, else the same. */
export const wideRegisterHref: string = registerUrl || registerHref;
