import { t } from '@lingui/core/macro';
import { Modal } from '@mantine/core';
import styles from './shortcuts-dialog.module.css';

const SHORTCUTS: readonly (readonly [keys: string, effect: string])[] = [
  [t`Ctrl K`, t`Search or jump`],
  ['?', t`Show these shortcuts`],
  [t`Ctrl Enter`, t`Save the note, call, text or task that you write`],
  [t`n, c, t, k, e`, t`On a person: write a note, log a call or a text, add a task, log an email`],
  [t`a, e, u`, t`In a conversation: assign it to you, archive or reopen it, mark it as unread`],
  ['Esc', t`Close a dialog, or leave a field unchanged`],
];

/** The keyboard shortcuts of the console. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t`Keyboard shortcuts`} transitionProps={{ duration: 0 }}>
      <dl className={styles.list}>
        {SHORTCUTS.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
