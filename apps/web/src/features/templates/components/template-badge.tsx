import type { Template } from '@parley/contract/types';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';
import { useTemplateStatus } from '../data/use-template-status.ts';

const icons: Record<string, typeof IconCheck> = {
  ACTIVE: IconCheck,
  DELETED: IconTrash,
  DISABLED: IconBan,
  DRAFT: IconPencil,
  IN_APPEAL: IconClock,
  PAUSED: IconPlayerPause,
  PENDING: IconClock,
  REJECTED: IconX,
};

/** The status of a template. */
export function TemplateBadge({ template }: { template: Template }) {
  const { label, tone } = useTemplateStatus()(template);
  const Icon = (tone === 'warn' && template.status === 'ACTIVE' ? null : icons[template.status]) ?? IconAlertTriangle;
  return (
    <Badge tone={tone} icon={<Icon size={13} stroke={2} aria-hidden="true" />}>
      {label}
    </Badge>
  );
}
