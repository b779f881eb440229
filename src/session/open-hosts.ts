/**
 * Hosts outside our own origin whose payment pages and files may be opened (D48): VITE_OPEN_HOSTS, separated by commas, each
 * with its port where it is not 443. Empty: only the own origin.
 */
export const openHosts: readonly string[] = String(import.meta.env.VITE_OPEN_HOSTS ?? '')
  .split(',')
  .map((host) => host.trim().toLowerCase())
  .filter((host) => host !== '');
