import { NativeSelect } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';

const LOOK_MS = 15_000;
const KINDS = [
  { value: 'false', label: 'Open' },
  { value: 'true', label: 'Archived' },
];

/** Formats the participants of a conversation. */
export const partiesOf = ({ id, participants }: Schemas['Conversation']): string =>
  participants && participants.length > 0 ? participants.map(({ name }) => name).join(', ') : `Conversation ${id}`;

/** Inbox: the conversations of inbox apps, of the user and of the team (decisions section 9). */
export default function InboxPage(): ReactElement {
  const [archived, setArchived] = useState('false');
  const conversations = useCollection(
    ['conversations'],
    porchlight.conversations.list,
    { archived: archived === 'true' },
    { everyMs: LOOK_MS },
  );
  return (
    <PageFrame title="Inbox">
      <NativeSelect
        label="Show"
        maw="14rem"
        data={KINDS}
        value={archived}
        onChange={(event) => setArchived(event.currentTarget.value)}
      />
      <DataTable
        caption="Conversations"
        list={conversations}
        rowKey={({ id }) => id}
        empty={
          archived === 'true'
            ? 'No archived conversations.'
            : 'No conversations yet. Install an app on the Integrations page to receive messages.'
        }
        columns={[
          {
            title: 'With',
            show: (one) => {
              const link = <Link to={`/inbox/${one.id}`}>{partiesOf(one)}</Link>;
              return one.unread ? <strong>{link} (unread)</strong> : link;
            },
          },
          { title: 'Last message', show: ({ lastMessage }) => lastMessage },
          { title: 'When', show: ({ lastMessageAt }) => <Moment at={lastMessageAt} /> },
        ]}
      />
    </PageFrame>
  );
}
