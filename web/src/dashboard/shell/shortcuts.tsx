import { m } from '@/i18n/paraglide.gen/messages.js';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as styles from './shortcuts.module.css';

const SHORTCUTS: readonly { keys: readonly string[]; does: () => string }[] = [
  { keys: ['Ctrl', 'K'], does: m.db_keys_search },
  { keys: ['/'], does: m.db_keys_filter },
  { keys: ['J', 'K'], does: m.db_keys_walk },
  { keys: ['1', '2', '3'], does: m.db_keys_call },
  { keys: ['Enter'], does: m.db_keys_open },
  { keys: ['X'], does: m.db_keys_tick },
  { keys: ['Esc'], does: m.db_keys_clear },
  { keys: ['Ctrl', 'S'], does: m.db_keys_save },
  { keys: ['?'], does: m.db_keys_help },
];

/** Everything that a hand on the keyboard can do. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.db_keys_title()}>
      <dl className={`${dialogStyles.body} ${styles.shortcuts}`}>
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={keys.join()}>
            <dt dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does()}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
