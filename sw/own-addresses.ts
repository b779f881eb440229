/**
 * Addresses that the worker answers with the app's page. Screens live behind the hash; one that was typed or written down
 * without it leads there too. Every other address is the server's: calls, files, the payment page, mailed links, .well-known.
 */
export const ownAddresses = [/^\/(?:index\.html)?(?:\?|$)/, /^\/(?:app|registro)(?:[/?]|$)/];
