import { renderToString } from 'react-dom/server';
import { FirstStart } from '../start.tsx';

/** The start page as HTML, as React will find and take it over: nothing waits, nothing is announced. */
export function startMarkup(): string {
  return renderToString(<FirstStart go={() => new Promise(() => {})} />);
}
