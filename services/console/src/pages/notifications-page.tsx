import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { put } from '../api/client';
import { useCollection } from '../api/hooks';
import type { Notification } from '../api/records';
import { ChangeButton } from '../parts/change-button';
import { DataTable } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';

/** The notifications of the user: new leads, disabled webhooks. */
export default function NotificationsPage(): ReactElement {
  const notifications = useCollection<Notification>('/v1/notifications', 'notifications');
  return (
    <PageFrame title="Notifications">
      <DataTable
        caption="Notifications"
        of={notifications}
        rowKey={({ id }) => id}
        empty="No notifications yet. New leads appear here."
        columns={[
          { title: 'Time', show: ({ created }) => <Moment at={created} /> },
          {
            title: 'Message',
            show: ({ message, personId, read }) => {
              const text = personId === null ? message : <Link to={`/people/${personId}`}>{message}</Link>;
              return read ? text : <strong>{text}</strong>;
            },
          },
          { title: 'Read', show: ({ read }) => (read ? 'Yes' : 'No') },
          { title: 'Actions', plain: true, show: (one) => <ReadButton notification={one} /> },
        ]}
      />
    </PageFrame>
  );
}

const ReadButton = ({ notification: { id, message, read } }: { readonly notification: Notification }): ReactElement => (
  <ChangeButton
    verb={read ? 'Mark as unread' : 'Mark as read'}
    what={`“${message}”`}
    act={() => put(`/v1/notifications/${id}`, { read: !read })}
    subjects={['notifications']}
  />
);
