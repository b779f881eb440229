/** Chromium's offer to install the app, which TypeScript's library lacks. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPromptEvent | null = null;

/**
 * Keeps the browser's offer until the customer asks for it, so that it does not show one of its own at the first visit. The
 * offer comes once, often before the first screen.
 */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPromptEvent;
  });
  addEventListener('appinstalled', () => {
    kept = null;
  });
}

/** Whether the browser can be asked to install the app. */
export const canPrompt = (): boolean => kept !== null;

/** Shows the browser's question. Call it synchronously in a tap; each offer can be shown once. */
export async function promptInstall(): Promise<void> {
  const event = kept;
  kept = null;
  await event?.prompt();
  await event?.userChoice;
}
