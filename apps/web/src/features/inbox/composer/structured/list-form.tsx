import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AroundFields } from './around-fields.tsx';
import type { Drafts, ListSection } from './drafts.ts';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';
import { ListSectionFields } from './list-section-fields.tsx';
import styles from './structured.module.css';

const emptySection: ListSection = { title: '', rows: [{ title: '', description: '' }] };

/** A text with a button that opens a list to choose from. */
export function ListForm(props: FormProps<Drafts['list']>) {
  const { t } = useLingui();
  const { draft, change, errorOf } = props;
  const { sections } = draft;
  const rows = sections.reduce((count, section) => count + section.rows.length, 0);
  const full = rows >= interactiveLimits.rowsInAll;
  return (
    <AroundFields {...props} bodyLimit={interactiveLimits.listBody}>
      <LimitedField
        label={t`Button that opens the list`}
        limit={interactiveLimits.listButton}
        value={draft.button}
        error={errorOf('button')}
        onChange={(button) => change({ button })}
      />
      {sections.map((section, at) => {
        const number = at + 1;
        return (
          // Sections are told apart by their position.
          <fieldset key={number} className={styles.section}>
            <legend className={styles.legend}>
              {sections.length === 1 ? t`Options` : t`Section ${number}`}
              {sections.length > 1 && (
                <IconButton
                  size="sm"
                  label={t`Remove section ${number}`}
                  onClick={() => change({ sections: sections.filter((_each, place) => place !== at) })}
                >
                  <IconTrash {...icon} />
                </IconButton>
              )}
            </legend>
            <ListSectionFields
              section={section}
              only={sections.length === 1}
              full={full}
              errorOf={(field) => errorOf(`sections.${at}.${field}`)}
              onChange={(next) => change({ sections: sections.map((each, place) => (place === at ? next : each)) })}
            />
          </fieldset>
        );
      })}
      <span className={styles.under}>
        <Button
          size="sm"
          blocked={full || sections.length >= interactiveLimits.sections}
          onClick={() => change({ sections: [...sections, emptySection] })}
        >
          <IconPlus {...smallIcon} />
          {t`Add section`}
        </Button>
        <span className={styles.quiet}>{t`${rows} of ${interactiveLimits.rowsInAll} options`}</span>
      </span>
    </AroundFields>
  );
}
