/** One press of the walk, and the screen that it leads to. */
export interface Press {
  name: string;
  /** What is pressed: the first that matches and is visible. */
  on: string;
  /** What the address begins with then, behind the hash. */
  to: string;
  /** What the screen has only once its content stands. */
  shows: string;
  /** It leads home from another screen. */
  home?: true;
}

const POLICY = '560001';
const BACK = 'main header button[title="Volver"]';
const ENTRY = 'main [data-entry]';

const home = (from: string): Press => ({
  name: `a press that leads from ${from} back home`,
  on: BACK,
  to: '/app',
  shows: 'main[data-next] h1[data-title="Inicio"]',
  home: true,
});

/**
 * The commonest presses of a customer with much of everything. Each begins where the last one ended, and the walk ends at home.
 */
export const walk: readonly Press[] = [
  { name: 'all policies', on: 'main button:has-text("Ver las 40")', to: '/app?', shows: '[role="option"]' },
  {
    name: 'a policy of them',
    on: '[role="option"] >> nth=1',
    to: '/app?poliza=1',
    shows: 'main li:nth-child(2)[aria-current]',
  },
  {
    name: 'the policy before',
    on: 'button[aria-label="Póliza anterior"]',
    to: '/app?poliza=0',
    shows: 'main li:nth-child(1)[aria-current]',
  },
  { name: '10,000 payments', on: `main a[href="#/app/pagos/${POLICY}"]`, to: `/app/pagos/${POLICY}`, shows: ENTRY },
  {
    name: 'an earlier year of them',
    on: 'nav[aria-label="Años"] button >> nth=1',
    to: `/app/pagos/${POLICY}?ano=`,
    shows: 'nav[aria-label="Años"] button:nth-of-type(2)[aria-current]',
  },
  home('the payments'),
  { name: 'refunds', on: `main a[href="#/app/reembolsos/${POLICY}"]`, to: `/app/reembolsos/${POLICY}`, shows: ENTRY },
  { name: 'a refund of the list', on: ENTRY, to: '/app/reembolsos/detalles', shows: 'main dl' },
  { name: 'back to the list', on: BACK, to: `/app/reembolsos/${POLICY}`, shows: ENTRY },
  {
    name: 'a new refund',
    on: 'main a:has-text("Solicitar reembolso")',
    to: '/app/reembolsos/a',
    shows: 'main :is(input, textarea)',
  },
  { name: 'back to the list from it', on: BACK, to: `/app/reembolsos/${POLICY}`, shows: ENTRY },
  home('the refunds'),
  { name: '2,000 documents', on: `main a[href="#/app/documentos/${POLICY}"]`, to: '/app/documentos', shows: ENTRY },
  home('the documents'),
  {
    name: 'the health card',
    on: `main a[href="#/app/carnet/${POLICY}"]`,
    to: '/app/carnet',
    shows: 'main button[aria-label^="Copiar"]',
  },
  home('the card'),
  {
    name: 'bills',
    on: `main li[aria-current] a[href^="#/app/facturas/${POLICY}"]`,
    to: '/app/facturas',
    shows: 'main article',
  },
  home('the bills'),
  {
    name: 'news',
    on: 'main a[href="#/app/novedades"]',
    to: '/app/novedades',
    shows: 'main a[href="#/app/configuraciones"]',
  },
  home('the news'),
  {
    name: 'the account',
    on: 'main a[href="#/app/configuraciones"]',
    to: '/app/configuraciones',
    shows: 'main a[href="#/app/configuraciones/sesiones"]',
  },
  {
    name: '300 tickets',
    on: 'main a[href="#/app/configuraciones/ayuda"]',
    to: '/app/configuraciones/ayuda',
    shows: ENTRY,
  },
  {
    name: 'a new ticket',
    on: 'main a[href="#/app/configuraciones/ayuda/crear"]',
    to: '/app/configuraciones/ayuda/crear',
    shows: 'main :is(input, textarea)',
  },
  { name: 'back to the tickets', on: BACK, to: '/app/configuraciones/ayuda', shows: ENTRY },
  {
    name: 'back to the account',
    on: BACK,
    to: '/app/configuraciones',
    shows: 'main a[href="#/app/configuraciones/sesiones"]',
  },
  {
    name: 'personal information',
    on: 'main a[href="#/app/configuraciones/informacionPersonal"]',
    to: '/app/configuraciones/informacionPersonal',
    shows: 'main dl',
  },
  {
    name: 'back to the account from it',
    on: BACK,
    to: '/app/configuraciones',
    shows: 'main a[href="#/app/configuraciones/sesiones"]',
  },
  home('the account'),
];
