import { localeOf } from '#rules/money.ts';
import { useCustomer } from '#session/hooks.ts';

/** The locale of the customer's residence (D22). */
export const useLocale = (): string => localeOf(useCustomer()?.residence ?? '');
