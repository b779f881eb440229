import type { PushBrowser } from '#push/create-push.ts';
import { deviceKeys } from '../push-service.ts';

/** Push in a browser, as a page and the worker see it, without a push service. */
export function createBrowser() {
  let made = 0;
  const state = {
    permission: 'default' as NotificationPermission | null,
    answer: 'granted' as NotificationPermission,
    installFirst: false,
    /** True: its push service does not answer. */
    broken: false,
    timesAsked: 0,
    subscription: null as PushSubscription | null,
    shown: [] as Pick<Notification, 'tag' | 'data'>[],
  };
  const pushManager = {
    getSubscription: async () => state.subscription,
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      if (state.broken) throw new DOMException('no push service', 'AbortError');
      made += 1;
      const { keys } = deviceKeys();
      const endpoint = `https://push.example.com/${made}`;
      const applicationServerKey = new Uint8Array(options.applicationServerKey as Uint8Array<ArrayBuffer>).buffer;
      state.subscription = {
        endpoint,
        options: { userVisibleOnly: true, applicationServerKey },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          state.subscription = null;
          return true;
        },
      } as unknown as PushSubscription;
      return state.subscription;
    },
  } as unknown as PushManager;
  const getNotifications = async () =>
    state.shown.map(
      (one) => ({ ...one, close: () => void state.shown.splice(state.shown.indexOf(one), 1) }) as Notification,
    );
  const port: PushBrowser = {
    permission: () => state.permission,
    get installFirst() {
      return state.installFirst;
    },
    ask: async () => {
      state.timesAsked += 1;
      if (state.permission === 'default') state.permission = state.answer;
      return state.permission ?? 'denied';
    },
    worker: async () => ({ pushManager, getNotifications }),
  };
  return { state, port, pushManager, getNotifications };
}
