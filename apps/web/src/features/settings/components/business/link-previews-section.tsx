import { useLingui } from '@lingui/react/macro';
import type { Client, LinkPreviewChoice } from '@parley/contract/types';
import { useState } from 'react';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useLinkPreviewTexts } from '../../data/use-link-preview-texts.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';

const choices = ['outgoing', 'all', 'off'] as const satisfies LinkPreviewChoice[];

/** Which web pages named in messages are read for a preview. */
export function LinkPreviewsSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const texts = useLinkPreviewTexts();
  const [changing, setChanging] = useState(false);
  return (
    <BusinessSection
      id="link-previews"
      title={t`Link previews`}
      lead={t`The inbox shows the title, description and picture of the first web page that a message names. The server reads the page, never the browsers of your team.`}
      onChange={() => setChanging(true)}
    >
      <p>{texts[client.link_previews]}</p>
      {changing && <LinkPreviewsDialog choice={client.link_previews} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function LinkPreviewsDialog({ choice, onClose }: { choice: LinkPreviewChoice; onClose: () => void }) {
  const { t } = useLingui();
  const texts = useLinkPreviewTexts();
  const [chosen, setChosen] = useState(choice);
  return (
    <SettingDialog
      title={t`Link previews`}
      changes={() => ({ link_previews: chosen })}
      fields={['link_previews']}
      saved={t`Link previews saved`}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            label={t`Show previews of`}
            choices={choices.map((one) => ({ value: one, label: texts[one] }))}
            value={chosen}
            error={errors['link_previews'] ?? null}
            onChange={(value) => value !== '' && setChosen(value as LinkPreviewChoice)}
          />
          <p className={styles.quiet}>
            {t`Reading a page reveals this server’s address and the time to the site. With “All links”, customers can trigger this.`}
          </p>
        </>
      )}
    </SettingDialog>
  );
}
