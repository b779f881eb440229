import { screens } from '#rules/screens.ts';
import type { Country } from '#rules/wizard-country.ts';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import styles from './loader.module.css';
import { words } from './words.ts';

/** V2.14: the country's picture, with a button back for a customer who chose the wrong country. */
export function Loader({ country }: { country: Country }) {
  return (
    <main className={styles.screen}>
      <img className={styles.picture} src={country.picture} alt="" width={320} height={240} />
      <h1 ref={focusTitle} tabIndex={-1} className="t22">
        {words.working}
      </h1>
      <div className={styles.bar} aria-hidden="true" />
      <ScreenLink className={styles.link} to={screens.residence}>
        {words.changeResidence}
      </ScreenLink>
    </main>
  );
}
