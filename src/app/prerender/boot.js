// Runs before anything is painted and before the app's scripts. It decides what of the static page may be seen, from the
// address and from a hint the app leaves ({open, waiting, passkey, greeted}; it holds nothing personal), gives it the theme chosen
// here, and keeps the page usable until React takes over. It also asks whether this browser can do what Amparo needs, and watches
// that Amparo really opens: whoever
// comes with an old browser or over a bad line reads why, and never stays before an empty page. The build puts it
// into the page, and the content policy names its hash. It has the syntax of 2015, so that old browsers can read it.
(() => {
  // The address of a screen without the hash behind which it lives, answered by the worker with this page.
  if (/^\/(app|registro)(\/|$)/.test(location.pathname)) {
    location.replace(`/${location.hash || `#${location.pathname}${location.search}`}`);
    return;
  }
  const root = document.documentElement;
  window.reloadWhole = reloadWhole;
  dress();
  // It is chosen on this page, or in another tab, also while this one lay in the browser's store of left pages.
  for (const type of ['storage', 'pageshow']) window.addEventListener(type, dress);
  const hint = read('amparo');
  const pathNow = () => location.hash.slice(1).split('?')[0];
  const path = pathNow();
  const inside = hint.open === true || /^\/(app|registro)(\/|$)/.test(path);
  root.dataset.screen = inside ? 'inside' : 'start';
  const workers = navigator.serviceWorker;
  if (Object(workers).controller) root.dataset.served = '';
  const listing = document.querySelector('script[data-inside]');
  const asked = [];
  // The last home is drawn first (last-home/body.ts): scripts that were read beside it would delay it.
  if ('home' in root.dataset) window.preloadParts = preloadParts;
  else preloadParts();
  // A link of the page as it stands, before the app is there.
  window.addEventListener('hashchange', preloadParts);
  const KEPT = 'Lo que está pendiente de envío sigue guardado aquí.';
  const troubles = {
    old: [
      'Este navegador es demasiado antiguo para Amparo',
      `Actualízalo, o abre esta página en Chrome, Edge, Firefox o Safari al día. ${KEPT}`,
    ],
    insecure: [
      'Esta dirección no es segura',
      'Amparo solo funciona en una dirección que empieza por https://, para que nadie más lea tus datos.',
    ],
    blocked: [
      'Este navegador no deja que Amparo guarde datos',
      'Sin guardar datos Amparo no funciona. Permite las cookies y los datos de este sitio en la configuración del navegador y vuelve a intentarlo.',
    ],
    storage: [
      'No pudimos abrir el almacenamiento de este navegador',
      `Cierra el navegador del todo y vuelve a abrirlo, en una ventana normal si estás en una privada; si queda poco espacio, libera un poco. No borres los datos del navegador: con ellos se iría lo que está pendiente de envío.`,
    ],
    crowded: ['Cierra las otras pestañas de Amparo', `Una tiene la versión anterior. ${KEPT}`],
    broken: [
      'No pudimos abrir Amparo',
      `Una parte no llegó. Revisa tu conexión y vuelve a intentarlo; si sigue igual, actualiza el navegador. ${KEPT}`,
    ],
    slow: [
      'Amparo tarda en abrirse',
      `La conexión va lenta. Puedes esperar un poco más o volver a intentarlo. ${KEPT}`,
    ],
  };
  const lacking = lacks();
  if (lacking) {
    tell(lacking);
    return;
  }
  // A device with a session has opened its database before: there the trial, which the first screen would wait for, comes only
  // when Amparo does not stand soon.
  if (hint.open !== true) tryStorage();
  watch();
  if (hint.passkey === true) root.dataset.passkey = '';
  else if (hint.greeted === true) root.dataset.greeted = '';
  if (inside) return;

  if (hint.waiting > 0) fillWaiting(hint.waiting);
  // All of it ends by itself: React removes the mark when it takes over.
  const meanwhile = (type, act) =>
    document.addEventListener(type, (event) => {
      if (root.dataset.screen === 'start') act(event.target, event);
    });
  // A sign-in asked for this early is kept for React, unless the customer types on or turns to something else.
  const forget = () => delete root.dataset.entering;
  const keep = (form) => {
    if (isFilled(form)) root.dataset.entering = 'session';
  };
  const isFilled = ({ email, password }) =>
    ('greeted' in root.dataset || email.value.trim() !== '') && password.value !== '';
  meanwhile('click', (at) => {
    if (at.closest('[data-ingresa]')) root.dataset.sheet = 'open';
    if (!at.closest('form')) forget();
    // Any other button is React's; the last one is pressed again when it is there.
    for (const one of document.querySelectorAll('[data-pressed]')) delete one.dataset.pressed;
    const button = at.closest('button:not([data-ingresa]):not([type=submit])');
    if (button) button.dataset.pressed = '';
  });
  meanwhile('input', ({ form }) => {
    forget();
    const button = form.querySelector('[type=submit]');
    if (isFilled(form)) button.removeAttribute('aria-disabled');
    else button.setAttribute('aria-disabled', 'true');
  });
  meanwhile('keydown', (at, { key }) => {
    if (key === 'Enter' && at.matches('input')) keep(at.form);
  });
  meanwhile('submit', (form, event) => {
    event.preventDefault();
    keep(form);
  });

  function read(key) {
    try {
      return Object(JSON.parse(localStorage.getItem(key)));
    } catch (_) {
      // Storage may be forbidden, or hold anything.
      return {};
    }
  }

  /** Gives the page the theme chosen on this device (senses/appearance.ts), or the system's. */
  function dress() {
    const chosen = read('amparo-nota').apariencia;
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : null;
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    // The colours that a browser gives its own bars.
    for (const meta of Array.from(document.querySelectorAll('meta[data-of]'))) {
      const own = meta.dataset.of;
      meta.setAttribute('media', theme ? (theme === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`);
    }
  }

  /** Asks at once for what the screen at this address runs; otherwise each part is found in the one before. */
  function preloadParts() {
    const now = pathNow();
    if (!listing || !(hint.open === true || /^\/registro(\/|$)/.test(now))) return;
    for (const address of listing.dataset.inside.split(' ').concat(screenParts(now))) {
      if (!address || asked.indexOf(address) >= 0) continue;
      asked.push(address);
      const link = put(document.head, 'link', '').lastChild;
      link.rel = /\.css$/.test(address) ? 'preload' : 'modulepreload';
      if (link.rel === 'preload') link.as = 'style';
      link.crossOrigin = '';
      link.href = address;
    }
  }

  /** What a screen needs beside home's parts, as the build wrote it down (tools/build/screen-parts.ts). */
  function screenParts(address) {
    const { parts, screens } = JSON.parse(listing.dataset.screens);
    const fitting = Object.keys(screens).filter((beginning) => address.slice(0, beginning.length) === beginning);
    const longest = fitting.sort((one, other) => other.length - one.length)[0];
    return longest ? screens[longest].map((index) => parts[index]) : [];
  }

  /** What no reload brings: null when this browser has it. */
  function lacks() {
    if (window.isSecureContext === false) return 'insecure';
    const modern = 'noModule' in HTMLScriptElement.prototype && window.crypto && window.crypto.subtle;
    return modern ? null : 'old';
  }

  /** Only opening a database shows whether this browser keeps anything. The trial is removed at once. */
  function tryStorage() {
    const failed = (error) => tell(error && error.name === 'SecurityError' ? 'blocked' : 'storage');
    try {
      const opening = indexedDB.open('amparo-prueba');
      opening.onerror = (event) => {
        // Firefox otherwise tells it as an error of the page.
        event.preventDefault();
        failed(opening.error);
      };
      opening.onsuccess = () => {
        opening.result.close();
        indexedDB.deleteDatabase('amparo-prueba');
      };
    } catch (error) {
      // Browsers that are told to keep nothing throw, or have no such thing at all.
      failed(window.indexedDB ? error : { name: 'SecurityError' });
    }
  }

  /** Until Amparo stands: after a script that failed, or ten seconds, says so. It may still come, and then that goes. */
  function watch() {
    const SLOW = 10;
    const SUSPICIOUS = 2;
    let seconds = 0;
    let trouble = null;
    const onError = ({ target, error }) => {
      if (target.nodeName === 'SCRIPT') trouble = 'broken';
      else if (error && error.name === 'SyntaxError') trouble = 'old';
    };
    window.addEventListener('error', onError, true);
    // The drawing of the last home knows of no lock and no ten minutes (H4.9). The app that would take it over comes in seconds.
    const undraw = () => {
      const drawn = document.getElementById('last-home');
      if (!drawn) return;
      drawn.remove();
      delete root.dataset.rail;
    };
    window.addEventListener('visibilitychange', undraw);
    const timer = setInterval(() => {
      // The start page stands as it is until somebody turns to it (first-touch.ts).
      seconds = 'resting' in root.dataset ? 0 : seconds + 1;
      // Another tab's version before keeps the database from opening (device.ts).
      if ('crowded' in root.dataset) trouble = 'crowded';
      // The app's own word for a part that could not be loaded at an address inside (take-over.tsx).
      if ('unopened' in root.dataset) trouble = 'broken';
      if (trouble || seconds >= 3 * SLOW) undraw();
      const content = document.getElementById('root');
      if (!root.dataset.screen && content && content.firstElementChild) {
        clearInterval(timer);
        window.removeEventListener('error', onError, true);
        const told = document.getElementById('trouble');
        if (told && !root.dataset.unable) told.remove();
      } else if (trouble || seconds >= SLOW) tell(trouble || 'slow');
      else if (seconds === SUSPICIOUS && hint.open === true) tryStorage();
    }, 1000);
  }

  /** Says it above the start page; in the place of everything where nothing else can be shown, or could be used. */
  function tell(kind) {
    const goesOn = /broken|slow|crowded/.test(kind);
    if (!goesOn) root.dataset.unable = kind;
    if (!document.body) {
      document.addEventListener('DOMContentLoaded', () => tell(kind));
      return;
    }
    const before = document.getElementById('trouble');
    if (before && (before.dataset.kind === kind || goesOn)) return;
    if (before) before.remove();
    const box = put(document.createElement('div'), 'h1', troubles[kind][0]);
    box.id = 'trouble';
    box.dataset.kind = kind;
    box.setAttribute('role', 'alert');
    put(box, 'p', troubles[kind][1]);
    if (kind === 'insecure') {
      put(box, 'a', 'Abrir la dirección segura');
      box.lastChild.href = location.href.replace(/^http:/, 'https:');
    } else if (kind !== 'old') {
      put(box, 'button', 'Reintentar');
      box.lastChild.onclick = () => reloadWhole();
    }
    document.body.insertBefore(box, document.body.firstChild);
  }

  /**
   * Loads the page again, with the version that waits where one does: the server may no longer have what this one lacks.
   * Otherwise the worker first brings again what is damaged here (sw/start.ts). The app's own screens use it too. `mayReload`
   * is asked first: the customer may have gone on meanwhile.
   */
  function reloadWhole(mayReload) {
    const SOON_MS = 6000;
    const reload = () => (mayReload && !mayReload()) || location.reload();
    const go = (known) => {
      const { waiting, active } = Object(known);
      const worker = waiting || active;
      if (!worker) return reload();
      const { port1, port2 } = new MessageChannel();
      workers.addEventListener('controllerchange', reload);
      port1.onmessage = reload;
      setTimeout(reload, SOON_MS);
      worker.postMessage({ type: waiting ? 'SKIP_WAITING' : 'mend' }, [port2]);
    };
    if (workers) workers.getRegistration().then(go, go);
    else go();
  }

  function put(box, name, text) {
    box.appendChild(document.createElement(name)).textContent = text;
    return box;
  }

  /** The line does not exist yet; it is filled while the page is still being read, before the first paint. */
  function fillWaiting(count) {
    const fill = () => {
      for (const line of document.querySelectorAll('[data-waiting]')) {
        if (line.textContent !== '') continue;
        line.textContent = count === 1 ? line.dataset.one : line.dataset.many.replace('#', count);
        line.parentNode.removeAttribute('data-empty');
      }
    };
    const watcher = new MutationObserver(fill);
    watcher.observe(root, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', () => watcher.disconnect());
  }
})();
