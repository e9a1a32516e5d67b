import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import styles from './unread-bell.module.css';

/** Polling interval, ms. */
const POLL_MS = 60_000;
const MAX_SHOWN = 99;

/** The link to the notifications, with the number of unread ones. */
export const UnreadBell = () => {
  const { data } = useRecord(
    ['notifications', 'unread'],
    (options) => porchlight.notifications.list({ read: false, limit: 1 }, options),
    { everyMs: POLL_MS },
  );
  const unread = data?._metadata.total ?? 0;
  return (
    <Link
      to="/notifications"
      className={styles.bell}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
    >
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M18 8a6 6 0 0 0-12 0c0 7-3 8-3 8h18s-3-1-3-8M10 20a2 2 0 0 0 4 0" />
      </svg>
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
};
