// Runs before anything is painted and before the app's scripts. It decides what of the static page may be seen, from the
// address and from a hint the app leaves ({open, waiting}; it holds nothing personal), and keeps the page usable until
// React takes over. A plain script of our own origin, because the content policy allows no inline script.
(() => {
  const root = document.documentElement;
  const hint = readHint();
  const path = location.hash.slice(1).split('?')[0];
  const inside = hint.open === true || /^\/(app|registro)(\/|$)/.test(path);
  root.dataset.screen = inside ? 'inside' : 'start';
  if (inside) return;

  if (Number.isInteger(hint.waiting) && hint.waiting > 0) fillWaiting(hint.waiting);
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
  const isFilled = ({ email, password }) => email.value.trim() !== '' && password.value !== '';
  meanwhile('click', (at) => {
    if (at.closest('[data-ingresa]')) root.dataset.sheet = 'open';
    if (!at.closest('form')) forget();
  });
  meanwhile('input', ({ form }) => {
    forget();
    form.querySelector('[type=submit]').disabled = !isFilled(form);
  });
  meanwhile('keydown', (at, { key }) => {
    if (key === 'Enter' && at.matches('input')) keep(at.form);
  });
  meanwhile('submit', (form, event) => {
    event.preventDefault();
    keep(form);
  });

  function readHint() {
    try {
      return Object(JSON.parse(localStorage.getItem('amparo')));
    } catch {
      // Storage may be forbidden, or hold anything.
      return {};
    }
  }

  /** The line does not exist yet; it is filled while the page is still being read, before the first paint. */
  function fillWaiting(count) {
    const fill = () => {
      for (const line of document.querySelectorAll('[data-waiting]')) {
        if (line.textContent === '')
          line.textContent = count === 1 ? line.dataset.one : line.dataset.many.replace('#', String(count));
      }
    };
    const watcher = new MutationObserver(fill);
    watcher.observe(root, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', () => watcher.disconnect());
  }
})();
