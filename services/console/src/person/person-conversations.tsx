import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { ListStates } from '../components/list-states';
import { RelativeTime } from '../components/relative-time';

/** The conversations with a person, the newest message of each; hidden without any. */
export const PersonConversations = ({ personId }: { readonly personId: number }) => {
  const list = useCollection(['conversations'], porchlight.conversations.list, { personId });
  if (!list.error && list.rows.length === 0) return null;
  return (
    <Card title={t`Conversations`}>
      <ListStates what={t`conversations`} list={list} empty="">
        {list.rows.map(({ id, lastMessage, lastMessageAt, unread }) => (
          <div key={id}>
            <Link to={`/inbox/${id}`}>{lastMessage || t`Conversation ${id}`}</Link>
            <Text size="sm" c="dimmed">
              <RelativeTime at={lastMessageAt} />
              {unread && t` · unread`}
            </Text>
          </div>
        ))}
      </ListStates>
    </Card>
  );
};
