/**
 * Whether the app runs in a window of its own. Safari on iPhone knows its own word for it longer than the media query. Where
 * the app draws the title bar itself, the window is no longer 'standalone'.
 */
export function isInstalled(): boolean {
  const standalone = (navigator as Navigator & { standalone?: boolean }).standalone;
  return (
    standalone === true || matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches
  );
}
