import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from './webhooks.module.css';

/** Which of the webhooks a panel shows, and how another one is added. */
export type ChosenProps<T> = {
  webhooks: readonly T[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onAdd: () => void;
  onClose: () => void;
};

type Words = { title: string; label: string; add: string; none: string; what: string };

/** The webhooks of the account in a side panel, one at a time. */
export function ChosenPanel<T extends { id: string }>(
  props: ChosenProps<T> & { words: Words; nameOf: (webhook: T) => string; children: (webhook: T) => ReactNode },
) {
  const { webhooks, words } = props;
  const webhook = webhooks.find(({ id }) => id === props.chosen) ?? webhooks[0];
  const add = (
    <Button variant={webhook === undefined ? 'filled' : 'outlined'} onClick={props.onAdd}>
      <IconPlus {...smallIcon} />
      {words.add}
    </Button>
  );
  return (
    <SidePanel title={words.title} size="md" onClose={props.onClose}>
      {webhook === undefined ? (
        <EmptyState title={words.none} actions={add}>
          <p>{words.what}</p>
        </EmptyState>
      ) : (
        <div className={styles.panel}>
          <div className={styles.choice}>
            <SelectField
              label={words.label}
              choices={webhooks.map((each) => ({ value: each.id, label: props.nameOf(each) }))}
              value={webhook.id}
              onChange={(id) => props.onChoose(id === '' ? webhook.id : id)}
            />
            {add}
          </div>
          {props.children(webhook)}
        </div>
      )}
    </SidePanel>
  );
}
