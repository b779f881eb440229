import { focusTitle } from '#ui/hooks/title-focus.ts';
import styles from './skip-link.module.css';

/** The first stop of Tab on every screen. It skips notices and rail, and is visible only while it has the focus. */
export function SkipLink() {
  return (
    <button type="button" className={styles.skip} onClick={() => focusTitle(document.querySelector('h1'))}>
      Saltar al contenido
    </button>
  );
}
