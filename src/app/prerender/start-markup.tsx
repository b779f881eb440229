import { renderToString } from 'react-dom/server';
import { FirstStart } from '../start.tsx';

/** The start page as HTML for React to hydrate, without queued items and without a notice. */
export function startMarkup(): string {
  return renderToString(<FirstStart go={() => new Promise(() => {})} />);
}
