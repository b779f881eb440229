import { localeOf } from '#rules/money.ts';
import { useOpenSession } from '#session/hooks.ts';

/** The locale of the customer's residence (D22). */
export const useLocale = (): string => localeOf(useOpenSession()?.residence ?? '');
