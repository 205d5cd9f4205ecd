import { useLingui } from '@lingui/react/macro';
import { findDenial } from '@parley/contract/permissions';
import type { FieldUse } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { useAccess } from '../../../sync/public.ts';
import { useFieldUseKinds } from '../../data/field-uses.ts';
import styles from './custom-attributes.module.css';

/** What uses a field, each with its page. */
export function FieldUses({ uses }: { uses: readonly FieldUse[] }) {
  const { t } = useLingui();
  const kinds = useFieldUseKinds();
  return (
    <ul className={styles.places} aria-label={t`Used in`}>
      {uses.map((use) => (
        <li key={`${use.kind}/${use.id}`}>
          <span className={styles.quiet}>{kinds[use.kind]}</span>
          <UseLink use={use} />
        </li>
      ))}
    </ul>
  );
}

function UseLink({ use }: { use: FieldUse }) {
  const mayIntegrate = findDenial(useAccess(), 'integrations.manage') === null;
  const name = <bdi>{use.name}</bdi>;
  switch (use.kind) {
    case 'segment':
      return (
        <Link to="/contacts" search={{ segment: use.id }}>
          {name}
        </Link>
      );
    case 'saved_reply':
      return (
        <Link to="/templates/session" search={{ reply: use.id }}>
          {name}
        </Link>
      );
    case 'template':
      return (
        <Link to="/templates/whatsapp" search={{ template: use.id }}>
          {name}
        </Link>
      );
    case 'broadcast':
      return (
        <Link to="/broadcast/history/$campaign_id" params={{ campaign_id: use.id }}>
          {name}
        </Link>
      );
    case 'automation':
      return (
        <Link to="/automations" search={{ edit: use.id }}>
          {name}
        </Link>
      );
    case 'incoming_webhook':
      return mayIntegrate ? <Link to="/integrations">{name}</Link> : name;
  }
}

/** The places where a field is used. */
export function FieldUsesDialog({
  name,
  uses,
  onClose,
}: {
  name: string;
  uses: readonly FieldUse[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Where ${name} is used`}
      onClose={onClose}
      footer={<Button data-focus onClick={onClose}>{t`Close`}</Button>}
    >
      <FieldUses uses={uses} />
    </Dialog>
  );
}
