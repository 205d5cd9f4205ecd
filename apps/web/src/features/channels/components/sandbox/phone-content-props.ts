import type { SandboxPhoneMessage } from '@parley/contract/types';
import type { PhoneOrder } from './phone-products.tsx';

export type PhoneContentProps = {
  message: SandboxPhoneMessage;
  onTap: (what: { button: number; card?: number } | { row_id: string }) => void;
  onPlay: () => void;
  /** Orders products that the message offers. */
  onOrder: (order: PhoneOrder) => void;
  /** Answers a request for the location. */
  onShareLocation: () => void;
};
