import type { Residence } from '#contract/account.ts';

/** The IANA time zone of each residence; null for one that is no single country. */
const zonesByResidence: Record<Residence, string | null> = {
  Ecuador: 'America/Guayaquil',
  'Costa Rica': 'America/Costa_Rica',
  'República Dominicana': 'America/Santo_Domingo',
  Guatemala: 'America/Guatemala',
  Colombia: 'America/Bogota',
  Internacional: null,
};

/** The time zone in which most people of a residence live; null when it says none. */
export const zoneOfResidence = (residence: string): string | null =>
  Object.hasOwn(zonesByResidence, residence) ? zonesByResidence[residence as Residence] : null;

/** The zone in which a day is made for a customer whose device does not say its own: the residence's, or UTC (D78). */
export const zoneFor = (residence: string): string => zoneOfResidence(residence) ?? 'UTC';
