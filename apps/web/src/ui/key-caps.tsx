import { useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { type Keys, keyCaps } from './commands/keys.ts';
import styles from './key-caps.module.css';

/** Key caps: `g i` reads "G then I". */
export function KeyCaps({ keys }: { keys: Keys }) {
  const { t } = useLingui();
  return (
    <span className={styles.keys}>
      {keyCaps(keys).map((press, index) => (
        <Fragment key={press.join('+')}>
          {index > 0 && t`then`}
          {press.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
