import { renderToString } from 'react-dom/server';
import { Start } from '../start.tsx';

/** The start page as HTML, as React will find and take it over: nothing waits, nothing is announced. */
export function startMarkup(): string {
  return renderToString(<Start go={() => new Promise(() => {})} />);
}
