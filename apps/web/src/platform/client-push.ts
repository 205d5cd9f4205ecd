/** The page's interface to a push provider. Any call may hang, so callers use timeouts. */
export type ClientPush = {
  /** False: the session says who the user is. */
  needsUserId?: false;
  /** Once per page; further calls after a success do nothing. */
  init(): Promise<void>;
  /** @param userHandle the server's id of this user for the provider */
  login(userHandle: string): Promise<void>;
  logout(): Promise<void>;
  /** Sets the user's account; null for none. */
  tag(clientId: string | null): Promise<void>;
  /** Whether notifications are permitted. */
  permission(): NotificationPermission;
  enable(): Promise<void>;
  disable(): Promise<void>;
};
