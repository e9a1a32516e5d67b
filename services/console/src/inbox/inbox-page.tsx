import { NativeSelect } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';

const VIEWS = [
  { value: 'false', label: 'Open' },
  { value: 'true', label: 'Archived' },
];

/** Formats the participants of a conversation. */
export const formatParticipants = ({ id, participants }: Schemas['Conversation']): string =>
  participants && participants.length > 0 ? participants.map(({ name }) => name).join(', ') : `Conversation ${id}`;

/** Inbox: the conversations of inbox apps, of the user and of the team (decisions section 9). */
export default function InboxPage() {
  const [archived, setArchived] = useState('false');
  const conversations = useCollection(['conversations'], porchlight.conversations.list, {
    archived: archived === 'true',
  });
  return (
    <PageFrame title="Inbox">
      <NativeSelect
        label="Show"
        maw="14rem"
        data={VIEWS}
        value={archived}
        onChange={(event) => setArchived(event.currentTarget.value)}
      />
      <DataTable
        caption="Conversations"
        list={conversations}
        empty={
          archived === 'true'
            ? 'No archived conversations.'
            : 'No conversations yet. Install an app on the Integrations page to receive messages.'
        }
        columns={[
          {
            title: 'With',
            show: (one) => {
              const link = <Link to={`/inbox/${one.id}`}>{formatParticipants(one)}</Link>;
              return one.unread ? <strong>{link} (unread)</strong> : link;
            },
          },
          { title: 'Last message', show: ({ lastMessage }) => lastMessage },
          { title: 'When', show: ({ lastMessageAt }) => <DateTime at={lastMessageAt} /> },
        ]}
      />
    </PageFrame>
  );
}
