import { bareNumber } from '#rules/document-numbers.ts';

export const sameNumber = (a: string, b: string): boolean => bareNumber(a) === bareNumber(b);
