/** The part of the library that is used: it encrypts and signs; calls go through `platform/outbound`. */
declare module 'web-push' {
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string };
    TTL: number;
    urgency: 'very-low' | 'low' | 'normal' | 'high';
    topic?: string;
    contentEncoding: 'aes128gcm';
  };
  const webPush: {
    generateRequestDetails(
      subscription: Subscription,
      payload: string,
      options: Options,
    ): { endpoint: string; method: string; headers: Record<string, string | number>; body: Buffer };
  };
  export default webPush;
}
