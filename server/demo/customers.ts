import type { DemoCustomer } from './book.ts';
import { colombia } from './customers/colombia.ts';
import { costaRica } from './customers/costa-rica.ts';
import { ecuador } from './customers/ecuador.ts';
import { grande } from './customers/grande.ts';
import { guatemala } from './customers/guatemala.ts';
import { internacional } from './customers/internacional.ts';
import { dominicana } from './customers/republica-dominicana.ts';

/** The customers of the demo, as the README lists them; the password of all is `DEMO_PASSWORD`. */
export const demoCustomers: readonly DemoCustomer[] = [
  ecuador,
  costaRica,
  dominicana,
  guatemala,
  colombia,
  internacional,
  grande,
];
