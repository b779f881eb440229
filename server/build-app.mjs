/** What `npm run build` runs. */
import { build } from './build.mjs';

process.exit(build() ? 0 : 1);
