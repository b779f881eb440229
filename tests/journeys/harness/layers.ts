import type { Locator, Page } from '@playwright/test';

/** What the device holds and shows before a layer opens; harness/layer-states.ts brings it about. */
export type LayerState =
  | 'a visitor'
  | 'a registration begun'
  | 'another residence chosen'
  | 'the document on a phone'
  | 'the document on a desk'
  | 'signed in'
  | 'an email that waits for its code'
  | 'a session that is over'
  | 'a passkey'
  | 'a queue under an earlier password'
  | 'a question begun'
  | 'a request with a correction'
  | 'a photo in a refund'
  | 'two pages in a refund'
  | 'a refund to be reviewed'
  | 'a refund that asks for its invoice';

type On = (page: Page) => Locator;

export interface LayerRow {
  name: string;
  /** The source file that renders it. */
  file: string;
  state: LayerState;
  /** Address of its screen, from '#' on. Null where the state ends on the screen. */
  at: string | null;
  /** What Enter opens it from, or of a switch the space bar. Null where the address alone opens it. */
  opener: On | null;
  /** Pressed before, where the opener is not shown without: it lies in another layer. */
  through?: On;
  /** From this width on it is part of the page and no layer. */
  below?: number;
  /** What has the focus in the open layer, where not any of its elements will do. */
  into?: On;
  /** What has the focus once it is closed, where its opener is gone. */
  back?: On;
}

const button =
  (name: string | RegExp): On =>
  (page) =>
    page.getByRole('button', { name }).filter({ visible: true }).first();
const field =
  (label: string | RegExp): On =>
  (page) =>
    page.getByRole('dialog').last().getByLabel(label, { exact: true }).first();
const select =
  (name: string): On =>
  (page) =>
    page.getByRole('combobox', { name }).first();
const toggle =
  (name: string): On =>
  (page) =>
    page.getByRole('switch', { name });
const title: On = (page) => page.getByRole('heading', { level: 1 });

const HOME = '#/app';
const INFORMATION = '#/app/configuraciones/informacionPersonal';
const PENDING = '#/app/configuraciones/pendientes';
const PASSKEYS = '#/app/configuraciones/huella';
const SESSIONS = '#/app/configuraciones/sesiones';
const others = button('Cerrar mis otras sesiones');
const enter = button(/^Ingresa$/);

/** Every layer of the app. tests/layers.test.ts finds the files that render one, and asks for a row for each. */
export const layers: readonly LayerRow[] = [
  {
    name: 'signing in on a phone',
    file: 'features/start/start-page.tsx',
    state: 'a visitor',
    at: '#/',
    opener: enter,
    below: 543,
    into: field('Correo electrónico'),
  },
  {
    name: 'the forgotten password',
    file: 'features/start/forgot-password.tsx',
    state: 'a visitor',
    at: '#/',
    through: enter,
    opener: button('¿Olvidaste tu contraseña?'),
    into: field('Correo electrónico'),
  },
  {
    name: 'beginning a registration anew',
    file: 'features/registration/resume-offer.tsx',
    state: 'a registration begun',
    at: null,
    opener: button('Empezar de nuevo'),
  },
  {
    name: 'moving to another residence',
    file: 'features/registration/residence-screen.tsx',
    state: 'another residence chosen',
    at: null,
    opener: button('Iniciar'),
  },
  {
    name: 'where a photo comes from',
    file: 'features/registration/photo-slot.tsx',
    state: 'the document on a phone',
    at: null,
    opener: button('Añadir: Frontal'),
  },
  {
    name: 'a photo of the document',
    file: 'features/registration/photo-slot.tsx',
    state: 'the document on a phone',
    at: null,
    opener: button('Ampliar: Reverso'),
  },
  {
    name: 'the code for a phone',
    file: 'features/registration/phone-relay.tsx',
    state: 'the document on a desk',
    at: null,
    opener: button('Usar la cámara de tu teléfono'),
  },
  {
    name: 'which policy a shortcut is about',
    file: 'app/signed-in/use-question.tsx',
    state: 'signed in',
    at: `${HOME}?ir=pagos`,
    opener: null,
    // Nothing was pressed. After it the focus is where it was: on the title of home.
    back: title,
  },
  {
    name: 'all policies',
    file: 'features/home/home-screen.tsx',
    state: 'signed in',
    at: HOME,
    opener: button(/^Ver las \d+ pólizas$/),
  },
  {
    name: 'an extra contribution',
    file: 'features/home/extra-contribution.tsx',
    state: 'signed in',
    at: `${HOME}?poliza=1`,
    opener: button('Aportación extra'),
  },
  {
    name: 'the export of payments',
    file: 'features/payments/export-dialog.tsx',
    state: 'signed in',
    at: '#/app/pagos/520021',
    opener: button('Exportar'),
  },
  {
    name: 'the policies of a screen',
    file: 'screens/policy-switch.tsx',
    state: 'signed in',
    at: '#/app/pagos/520021',
    opener: select('Póliza'),
  },
  {
    name: 'the filter of documents',
    file: 'features/documents/category-drawer.tsx',
    state: 'signed in',
    at: '#/app/documentos/520021',
    opener: button('Todos'),
  },
  {
    name: 'a document',
    file: 'features/documents/document-dialog.tsx',
    state: 'signed in',
    at: '#/app/documentos/520021',
    opener: (page) => page.getByRole('list', { name: 'Documentos' }).getByRole('button').first(),
  },
  {
    name: 'the card at a counter',
    file: 'features/health-card/at-counter.tsx',
    state: 'signed in',
    at: '#/app/carnet/520021',
    opener: button('Mostrar'),
  },
  {
    name: 'leaving',
    file: 'features/settings/logout-dialog.tsx',
    state: 'signed in',
    at: '#/app/configuraciones',
    opener: button('Cerrar sesión'),
  },
  {
    name: 'an editor',
    file: 'features/personal-information/edit-drawer.tsx',
    state: 'signed in',
    at: INFORMATION,
    opener: button('Editar domicilio'),
  },
  {
    name: 'a list to choose from',
    file: 'forms/select.tsx',
    state: 'signed in',
    at: '#/app/configuraciones/ayuda/crear',
    opener: select('Póliza'),
  },
  {
    name: 'the link for a new password',
    file: 'features/password/recovery-dialog.tsx',
    state: 'signed in',
    at: '#/app/configuraciones/password',
    opener: button('¿Olvidaste tu contraseña?'),
  },
  {
    name: 'the name of a session',
    file: 'features/sessions/sessions-screen.tsx',
    state: 'signed in',
    at: SESSIONS,
    opener: button(/^Dar un nombre/),
  },
  {
    name: 'ending the other sessions',
    file: 'features/sessions/sessions-screen.tsx',
    state: 'signed in',
    at: SESSIONS,
    opener: others,
  },
  {
    name: 'ending them and erasing',
    file: 'features/sessions/erase-there.tsx',
    state: 'signed in',
    at: SESSIONS,
    through: others,
    opener: button('Cerrar y borrar lo guardado allí'),
    // The question that led to it closes with its press.
    back: others,
  },
  {
    name: 'the code for a new email',
    file: 'features/personal-information/email-code.tsx',
    state: 'an email that waits for its code',
    at: INFORMATION,
    opener: button('Escribir el código'),
    into: (page) => page.getByRole('dialog').getByRole('textbox').first(),
  },
  {
    name: 'signing in again',
    file: 'features/again/sign-in-sheet.tsx',
    state: 'a session that is over',
    at: HOME,
    opener: button('Ingresa de nuevo para actualizar y enviar'),
    into: field('Contraseña'),
  },
  {
    name: 'the name of a passkey',
    file: 'features/passkeys/passkey-list.tsx',
    state: 'a passkey',
    at: PASSKEYS,
    opener: button(/^Cambiar nombre/),
  },
  {
    name: 'removing a passkey',
    file: 'features/passkeys/passkey-list.tsx',
    state: 'a passkey',
    at: PASSKEYS,
    opener: button(/^Quitar/),
  },
  {
    name: 'turning the passkey off',
    file: 'features/settings/passkey-switch.tsx',
    state: 'a passkey',
    at: '#/app/configuraciones',
    opener: toggle('Huella, rostro o PIN'),
  },
  {
    name: 'discarding what an earlier password seals',
    file: 'features/pending/sealed-queue.tsx',
    state: 'a queue under an earlier password',
    at: PENDING,
    opener: button(/^Descartar/),
  },
  {
    name: 'discarding a question that was begun',
    file: 'features/pending/begun-list.tsx',
    state: 'a question begun',
    at: PENDING,
    opener: button(/^Descartar/),
  },
  {
    name: 'sending without a correction',
    file: 'requests/queued-actions.tsx',
    state: 'a request with a correction',
    at: PENDING,
    opener: button(/^Enviar como estaba/),
  },
  {
    name: 'discarding a request',
    file: 'requests/queued-actions.tsx',
    state: 'a request with a correction',
    at: PENDING,
    opener: button(/^Descartar/),
  },
  {
    name: 'the photo of a paper',
    file: 'forms/paper-slot.tsx',
    state: 'a photo in a refund',
    at: null,
    opener: button('Ampliar: historia.jpg'),
  },
  {
    name: 'a page of a paper',
    file: 'forms/paper-slot.tsx',
    state: 'two pages in a refund',
    at: null,
    opener: button('Ampliar página 2'),
  },
  {
    name: 'a paper in the review',
    file: 'features/refunds/review-screen.tsx',
    state: 'a refund to be reviewed',
    at: null,
    opener: button(/^Ver: .*[Hh]istoria/),
  },
  {
    name: 'the scan of a code',
    file: 'features/refunds/paper/scan-code.tsx',
    state: 'a refund that asks for its invoice',
    at: null,
    opener: button('Escanear el código'),
  },
];
