import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that React can do: a button that swaps two headings, in a corner of the measured page. */
function Swap() {
  const [first, setFirst] = useState(true);
  return createElement(
    'div',
    { id: 'swap' },
    createElement('button', { type: 'button', onClick: () => setFirst(!first) }, 'swap'),
    createElement('h2', null, first ? 'one' : 'two'),
  );
}

const host = document.createElement('div');
document.body.append(host);
createRoot(host).render(createElement(Swap));
