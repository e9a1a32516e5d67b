import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeError } from '../api/describe-error';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { ChangeButton } from '../components/change-button';
import { DataTable } from '../components/data-table';
import { formatCount } from '../components/format-count';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import { useSearchFilters } from '../components/use-search-filters';
import { useBulkRun } from '../people/use-bulk-run';

type Notification = Schemas['Notification'];

const SHOWN = [
  { value: '', label: t`All` },
  { value: 'unread', label: t`Unread` },
];

/** The notifications of the user: new leads, disabled webhooks. Opening one marks it as read. */
export default function NotificationsPage() {
  const { filters, set } = useSearchFilters({ show: '' });
  const notifications = useCollection(['notifications'], porchlight.notifications.list, {
    read: filters.show === 'unread' ? false : undefined,
  });
  const unread = notifications.rows.filter(({ read }) => !read).map(({ id }) => id);
  return (
    <PageFrame title={t`Notifications`} actions={unread.length > 0 && <ReadAll ids={unread} />}>
      <Group>
        <SegmentedControl
          aria-label={t`Shown notifications`}
          data={SHOWN}
          value={filters.show}
          onChange={(show) => set({ show })}
        />
      </Group>
      <DataTable
        caption={t`Notifications`}
        list={notifications}
        empty={
          filters.show === 'unread' ? t`You have read everything.` : t`No notifications yet. New leads appear here.`
        }
        columns={[
          { title: t`Message`, show: (one) => <Message notification={one} /> },
          { title: t`Time`, whole: true, plain: true, show: ({ created }) => <RelativeTime at={created} /> },
        ]}
        actions={(one) => <ReadButton notification={one} />}
      />
    </PageFrame>
  );
}

const Message = ({ notification: { id, message, link, read } }: { readonly notification: Notification }) => {
  const open = useChange(() => porchlight.notifications.update(id, { read: true }), 'notifications');
  const text = link ? (
    <Link to={link.replace(/^\/console/, '')} onClick={() => !read && open.mutate(undefined)}>
      {message}
    </Link>
  ) : (
    message
  );
  return read ? (
    text
  ) : (
    <strong>
      <VisuallyHidden>
        <Trans>Unread:</Trans>{' '}
      </VisuallyHidden>
      {text}
    </strong>
  );
};

/** Marks the listed notifications as read, with a way back. */
const ReadAll = ({ ids }: { readonly ids: readonly number[] }) => {
  const { progress, run } = useBulkRun();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const mark = async (): Promise<void> => {
    const { succeeded, failed, firstError } = await run(ids, (id) =>
      porchlight.notifications.update(id, { read: true }),
    );
    void queries.invalidateQueries({ queryKey: ['notifications'] });
    announce({
      text: [t`${formatCount(succeeded.length)} marked as read.`, failed.length > 0 && describeError(firstError)]
        .filter(Boolean)
        .join(' '),
      undo: () => run(succeeded, (id) => porchlight.notifications.update(id, { read: false })),
      subjects: ['notifications'],
    });
  };
  return (
    <Button variant="default" aria-disabled={progress !== undefined} onClick={() => !progress && void mark()}>
      <Trans>Mark all as read</Trans>
    </Button>
  );
};

const ReadButton = ({ notification: { id, message, read } }: { readonly notification: Notification }) => (
  <ChangeButton
    label={read ? t`Mark as unread` : t`Mark as read`}
    name={read ? t`Mark as unread “${message ?? ''}”` : t`Mark as read “${message ?? ''}”`}
    act={() => porchlight.notifications.update(id, { read: !read })}
    subjects={['notifications']}
  />
);
