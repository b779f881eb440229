import { createSenses, type OnSense } from '#ports/senses.ts';

/** The senses of this page. Nothing else listens to these events (tests/ports.test.ts). */
export const onSense: OnSense = createSenses(() => ({ window, document }));
