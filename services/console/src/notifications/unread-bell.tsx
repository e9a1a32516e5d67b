import { t } from '@lingui/core/macro';
import IconBell from '@tabler/icons-react/icons/IconBell';
import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import styles from './unread-bell.module.css';

const MAX_SHOWN = 99;

/** The link to the notifications, with the number of unread ones. */
export const UnreadBell = () => {
  const { data } = useRecord(['notifications', 'unread'], (options) =>
    porchlight.notifications.list({ read: false, limit: 1 }, options),
  );
  const unread = data?._metadata.total ?? 0;
  return (
    <Link
      to="/notifications"
      className={styles.bell}
      aria-label={unread === 0 ? t`Notifications` : t`Notifications, ${unread} unread`}
    >
      <IconBell size={22} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
};
