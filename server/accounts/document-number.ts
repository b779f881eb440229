/** A document number as it is compared and stored: without blanks, dots and hyphens (D6), passports in upper case (D42). */
export const plainNumber = (number: string): string => number.replace(/[\s.\-\u2010-\u2015]/g, '').toUpperCase();

export const sameNumber = (a: string, b: string): boolean => plainNumber(a) === plainNumber(b);

/** An email as it is compared and stored. */
export const plainEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();
