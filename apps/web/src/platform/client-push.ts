/** A push provider as the page sees it. Every call may hang: nothing waits for one without a limit. */
export type ClientPush = {
  init(): Promise<void>;
  /** @param userHandle the name the server gave this person for the provider */
  login(userHandle: string): Promise<void>;
  logout(): Promise<void>;
  /** Says which account the person is in; null for none. */
  tag(clientId: string | null): Promise<void>;
  /** Whether the browser may show notifications. */
  permission(): NotificationPermission;
  enable(): Promise<void>;
  disable(): Promise<void>;
};
