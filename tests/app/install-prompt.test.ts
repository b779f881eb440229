// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { canPrompt, keepInstallPrompt, promptInstall } from '#app/install-prompt.ts';

function offer() {
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome: 'accepted' as const }),
  });
  window.dispatchEvent(event);
  return { event, prompt };
}

test('[D65] the browser’s offer is kept until the customer uses it, and is used once', async () => {
  keepInstallPrompt();
  expect(canPrompt()).toBe(false);
  const { event, prompt } = offer();
  expect(event.defaultPrevented).toBe(true);
  expect(canPrompt()).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  await promptInstall();
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(canPrompt()).toBe(false);
  await promptInstall();
  expect(prompt).toHaveBeenCalledTimes(1);
  // The browser's own menu installed the app meanwhile.
  offer();
  window.dispatchEvent(new Event('appinstalled'));
  expect(canPrompt()).toBe(false);
});
