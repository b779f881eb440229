import { renderToString } from 'react-dom/server';
import { StartPage } from '#features/start/start-page.tsx';
import { registerHref, wideRegisterHref } from './register-address.ts';

const never = () => new Promise<never>(() => {});

/** The start page as HTML, as React will find and take it over: nothing waits, nothing is announced. */
export function startMarkup(): string {
  return renderToString(
    <StartPage
      signIn={never}
      requestReset={never}
      registerHref={registerHref}
      wideRegisterHref={wideRegisterHref}
      waiting={0}
    />,
  );
}
