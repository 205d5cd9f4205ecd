// OneSignal's worker, in a scope of its own (/onesignal/) so that it does not take the place of the app’s. Registered by
// OneSignal's page script, which is loaded only where the operator set an app id.
importScripts('https://cdn.onesignal.com/sdks/web/v16/OneSignalSDK.sw.js');
