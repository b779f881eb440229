import { loadStyle, partsOfHome } from './page.ts';

// Runs at the end of the page's head (`tools/build/prerender-start.ts`), after its styles: home's own must follow them. The
// service worker puts the last home into the page, so without one there is none.
if (/^#?\/?(app\/?)?$/.test(location.hash) && navigator.serviceWorker?.controller && isSessionOpen()) {
  document.documentElement.dataset.home = '';
  const styles = partsOfHome()
    .split(' ')
    .filter((address) => address.endsWith('.css'));
  window.homeStyles = Promise.all(styles.map(loadStyle));
  window.homeStyles.catch(() => undefined);
}

/** Whether the hint names an open session whose key is on the device. With a passkey it is not. */
function isSessionOpen(): boolean {
  try {
    const { open, passkey } = Object(JSON.parse(localStorage.getItem('amparo') ?? ''));
    return open === true && passkey !== true;
  } catch {
    return false;
  }
}
