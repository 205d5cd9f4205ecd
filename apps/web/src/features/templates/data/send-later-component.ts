import type { ComponentType } from 'react';

/** The choice of a time, which belongs to the conversation. */
export type SendLaterComponent = ComponentType<{
  title: string;
  confirm: string;
  nowMs: number;
  windowExpiresAt: string | null;
  onChoose: (at: string) => void;
  onClose: () => void;
}>;
