import type { ClientPush } from './client-push.ts';

/** The page script of OneSignal's web SDK, version 16, from the only host it is published on. */
const scriptAddress = 'https://cdn.onesignal.com/sdks/web/v16/OneSignalSDK.page.js';

/** The part of the SDK that is used, with its names. */
type OneSignalSdk = {
  init(options: {
    appId: string;
    serviceWorkerPath: string;
    serviceWorkerParam: { scope: string };
    allowLocalhostAsSecureOrigin: boolean;
    autoResubscribe: boolean;
  }): Promise<void>;
  login(externalId: string): Promise<void>;
  logout(): Promise<void>;
  User: {
    addTag(key: string, value: string): void | Promise<void>;
    removeTag(key: string): void | Promise<void>;
    PushSubscription: { optIn(): Promise<void>; optOut(): Promise<void> };
  };
};

type Deferred = { push(run: (sdk: OneSignalSdk) => void): unknown };

/** The push provider OneSignal. Nothing is fetched before `init`. */
export function createOneSignal(appId: string): ClientPush {
  let loading: Promise<OneSignalSdk> | null = null;
  let starting: Promise<void> | null = null;
  const sdk = () => {
    loading ??= loadSdk();
    return loading;
  };
  const start = async () =>
    (await sdk()).init({
      appId,
      // A separate scope, so that it does not replace the app's service worker.
      serviceWorkerPath: 'onesignal-worker.js',
      serviceWorkerParam: { scope: '/onesignal/' },
      allowLocalhostAsSecureOrigin: true,
      autoResubscribe: true,
    });
  return {
    init() {
      starting ??= start().catch((error: unknown) => {
        starting = null;
        throw error;
      });
      return starting;
    },
    login: async (userHandle) => (await sdk()).login(userHandle),
    logout: async () => (await sdk()).logout(),
    async tag(clientId) {
      const { User } = await sdk();
      await (clientId === null ? User.removeTag('client_id') : User.addTag('client_id', clientId));
    },
    permission: () => ('Notification' in window ? Notification.permission : 'denied'),
    enable: async () => (await sdk()).User.PushSubscription.optIn(),
    disable: async () => (await sdk()).User.PushSubscription.optOut(),
  };
}

/** @throws Error when the script fails to load (a blocker, no network) */
function loadSdk(): Promise<OneSignalSdk> {
  return new Promise((resolve, reject) => {
    const page = window as Window & { OneSignalDeferred?: Deferred };
    page.OneSignalDeferred ??= [] as ((sdk: OneSignalSdk) => void)[];
    page.OneSignalDeferred.push(resolve);
    const script = document.createElement('script');
    script.src = scriptAddress;
    script.async = true;
    script.onerror = () => reject(new Error('the OneSignal script could not be loaded'));
    document.head.append(script);
  });
}
