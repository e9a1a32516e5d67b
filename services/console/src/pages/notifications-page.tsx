import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { put } from '../api/client';
import { useCollection } from '../api/hooks';
import type { Notification } from '../api/records';
import { ChangeButton } from '../parts/change-button';
import { DataTable } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';

/** What the user is told: new leads, webhooks that were disabled. */
export default function NotificationsPage(): ReactElement {
  const notifications = useCollection<Notification>('/v1/notifications', 'notifications');
  return (
    <PageFrame title="Notifications">
      <DataTable
        caption="Notifications"
        of={notifications}
        rowKey={({ id }) => id}
        empty="Nothing yet. You are told here of new leads."
        columns={[
          { title: 'When', show: ({ created }) => <Moment at={created} /> },
          {
            title: 'What',
            show: ({ message, personId, read }) => {
              const text = personId === null ? message : <Link to={`/people/${personId}`}>{message}</Link>;
              return read ? text : <strong>{text}</strong>;
            },
          },
          { title: 'Read', show: ({ read }) => (read ? 'yes' : 'no') },
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
