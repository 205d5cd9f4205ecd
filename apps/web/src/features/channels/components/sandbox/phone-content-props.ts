import type { SandboxPhoneMessage } from '@parley/contract/types';

export type PhoneContentProps = {
  message: SandboxPhoneMessage;
  onTap: (what: { button: number; card?: number } | { row_id: string }) => void;
  onPlay: () => void;
  /** Answers a request for the location. */
  onShareLocation: () => void;
};
