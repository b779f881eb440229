/** Every table of the server, by subject. */
export * from './tables/accounts.ts';
export * from './tables/maintenance.ts';
export * from './tables/messages.ts';
export * from './tables/requests.ts';
export * from './tables/trail.ts';
