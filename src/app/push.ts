import { createPush, type Push } from '#push/create-push.ts';
import { erasesWhenUnused } from '#rules/browser-storage.ts';
import { isInstalled } from '#ui/hooks/installed.ts';
import { device } from './device.ts';

let made: Push | null = null;

/** The page's push, created at first use. */
export function push(): Push {
  made ??= compose();
  return made;
}

function compose(): Push {
  const { db, session } = device();
  const able = 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator;
  const installed = isInstalled();
  const { userAgent, maxTouchPoints } = navigator;
  return createPush({
    db,
    session,
    clock: Date.now,
    browser: {
      permission: () => (able ? Notification.permission : null),
      // WebKit on a phone needs an installed app, and it also erases unused storage of an app that is not installed.
      installFirst: !able && erasesWhenUnused({ userAgent, maxTouchPoints, installed }) === 'phone',
      ask: () => Notification.requestPermission(),
      worker: async () => (able ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null),
    },
  });
}
