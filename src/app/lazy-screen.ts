import { lazyRouteComponent } from '@tanstack/react-router';
import { missing } from '#senses/part.ts';

/**
 * A screen whose code comes at its first visit. The library reloads the page by itself where it reads the browser's words for a
 * missing file. Offline that leads to the browser's own error page, and what only this page holds is lost. So it never reads them:
 * FailedScreen alone decides (D29).
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(missing), name);
