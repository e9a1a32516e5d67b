import { Trans } from '@lingui/react/macro';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { UnreadBell } from '../notifications/unread-bell';
import { AccountMenu } from './account-menu';
import { Brand } from './brand';
import { NewMenu } from './new-menu';
import styles from './layout.module.css';

interface Props {
  openPalette(): void;
  signOut(): void;
}

/** The header: one search field that is the palette, new records, notifications, the account. */
export const ConsoleHeader = ({ openPalette, signOut }: Props) => (
  <header className={styles.header}>
    <div className={styles.phoneBrand}>
      <Brand />
    </div>
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={openPalette}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span className={styles.searchText}>
        <Trans>Search or jump</Trans>
      </span>
      <kbd>
        <Trans>Ctrl K</Trans>
      </kbd>
    </button>
    <span className={styles.headerEnd}>
      <NewMenu />
      <UnreadBell />
      <AccountMenu signOut={signOut} />
    </span>
  </header>
);
