export { default as imageCompression } from 'browser-image-compression';

/** The address of this file: the page, which is built apart, takes the worker's instead of one more of its own. */
export const libraryAddress = import.meta.url;
