import { useEffect, useState } from 'react';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import type { Leaving, Privacy } from './delivery-words.ts';

/** How queued items leave this device; null until the browser has answered. */
export const useLeaving = (): Leaving | null => useAnswer(leaving);

/** Whether this is a private window; null until the browser has answered. */
export const usePrivacy = (): Privacy | null => useAnswer(privacy);

function useAnswer<T>(ask: () => Promise<T>): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => untilCleanup((isCurrent) => void ask().then((told) => isCurrent() && setAnswer(told))), [ask]);
  return answer;
}

/** Items are sent with the app closed only by an active worker with permission for background sync. */
async function leaving(): Promise<Leaving> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration?.active || !('sync' in registration)) return 'while-open';
    const { state } = await navigator.permissions.query({ name: 'background-sync' as PermissionName });
    return state === 'granted' ? 'by-itself' : 'while-open';
  } catch {
    return 'while-open';
  }
}

/**
 * In a private window, Firefox and Safari refuse the origin's private file system. In Chromium a refusal comes of a disk that is full or
 * fails, and storage that the browser has promised to keep is in no private window.
 */
async function privacy(): Promise<Privacy> {
  const { storage } = navigator;
  if (typeof storage?.getDirectory !== 'function') return 'unknown';
  const refused = await storage.getDirectory().then(
    () => false,
    () => true,
  );
  const persisted = await storage.persisted().catch(() => false);
  if (refused) return persisted || 'userAgentData' in navigator ? 'unknown' : 'private';
  return persisted ? 'kept' : 'unknown';
}
