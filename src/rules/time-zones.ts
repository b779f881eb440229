import { factsOf } from '#countries/facts.ts';

/** The time zone in which most people of a residence live; null when it says none. */
export const zoneOfResidence = (residence: string): string | null => factsOf(residence).zone;

/** The zone in which a day is made for a customer whose device does not say its own: the residence's, or UTC (D78). */
export const zoneFor = (residence: string): string => zoneOfResidence(residence) ?? 'UTC';
