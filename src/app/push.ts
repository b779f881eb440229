import { createPush, type Push } from '#push/create-push.ts';
import { erasesWhenUnused } from '#rules/browser-storage.ts';
import { device } from './device.ts';

let made: Push | null = null;

/** The page's push, made at the first need. */
export function push(): Push {
  made ??= compose();
  return made;
}

function compose(): Push {
  const { db, session } = device();
  const able = 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator;
  const installed = matchMedia('(display-mode: standalone)').matches;
  const { userAgent, maxTouchPoints } = navigator;
  return createPush({
    db,
    session,
    clock: Date.now,
    browser: {
      permission: () => (able ? Notification.permission : null),
      // The same browsers that erase what lies unused: WebKit on a telephone, not installed.
      installFirst: !able && erasesWhenUnused({ userAgent, maxTouchPoints, installed }) === 'phone',
      ask: () => Notification.requestPermission(),
      worker: async () => (able ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null),
    },
  });
}
