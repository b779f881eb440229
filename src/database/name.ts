/** What the device's database is called. Apart from the rest, so that a page may look into it before its code is loaded. */
export const DATABASE_NAME = 'amparo';
