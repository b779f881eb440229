/// <reference path="./build.d.ts" />
/** Base address of the product's own backend, without a slash at its end. */
export const apiBase = __SETTINGS__.apiBase;

/** Base address of the integration host, without a slash at its end. */
export const hostBase = __SETTINGS__.hostBase;

/** Registration site for wide screens (D23); empty when this app is that site. */
export const registerUrl = __SETTINGS__.registerUrl;

/** Hosts besides the own origin whose payment pages and files may be opened (D48), each with its port when it is not 443. */
export const openHosts = __SETTINGS__.openHosts;

/** Where customers without policies, or with a question the app cannot take, write to (H2.26, D39). */
export const contactEmail = __SETTINGS__.contactEmail;

/** The longest side, in pixels, of a photo of a refund's papers (D58); every other photo keeps to 800 (D10). */
export const paperPixels = __SETTINGS__.paperPixels;

/** The numbers to call, by country of residence (D62); those of the demo say that they are samples. */
export const phones = __SETTINGS__.phones;
