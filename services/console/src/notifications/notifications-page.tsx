import type { Schemas } from '@porchlight/sdk';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';

/** The notifications of the user: new leads, disabled webhooks. */
export default function NotificationsPage() {
  const notifications = useCollection(['notifications'], porchlight.notifications.list, {});
  return (
    <PageFrame title="Notifications">
      <DataTable
        caption="Notifications"
        list={notifications}
        empty="No notifications yet. New leads appear here."
        columns={[
          { title: 'Time', show: ({ created }) => <DateTime at={created} /> },
          {
            title: 'Message',
            show: ({ message, link, read }) => {
              const text = link ? <Link to={link.replace(/^\/console/, '')}>{message}</Link> : message;
              return read ? text : <strong>{text}</strong>;
            },
          },
          { title: 'Read', show: ({ read }) => (read ? 'Yes' : 'No') },
        ]}
        actions={(one) => <ReadButton notification={one} />}
      />
    </PageFrame>
  );
}

const ReadButton = ({ notification: { id, message, read } }: { readonly notification: Schemas['Notification'] }) => (
  <ChangeButton
    verb={read ? 'Mark as unread' : 'Mark as read'}
    what={`“${message}”`}
    act={() => porchlight.notifications.update(id, { read: !read })}
    subjects={['notifications']}
  />
);
