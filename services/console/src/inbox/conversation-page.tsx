import { Group, Text } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DateTime } from '../components/date-time';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { TextForm } from '../components/text-form';
import styles from '../components/timeline.module.css';
import { formatParticipants } from './inbox-page';

/** One conversation: its messages, reply, archive. Opening it marks it as read. */
export default function ConversationPage() {
  const id = Number(useParams()['id']);
  const conversation = useRecord(['conversations', id], (options) =>
    porchlight.conversations.get(id, undefined, options),
  );
  const { mutate: markRead } = useChange(() => porchlight.conversations.read(id), 'conversations');
  const { data } = conversation;
  const unread = data?.unread === true;
  useEffect(() => {
    if (unread) markRead(undefined);
  }, [unread, markRead]);
  return (
    <PageFrame
      title={data ? formatParticipants(data) : 'Conversation'}
      actions={
        data?.archived === false && (
          <ChangeButton
            verb="Archive conversation"
            act={() => porchlight.conversations.archive(id)}
            subjects={['conversations']}
          />
        )
      }
    >
      <Group>
        <Link to="/inbox">Inbox</Link>
        {data?.personId ? <Link to={`/people/${data.personId}`}>Person</Link> : null}
        {data?.archived && <Text c="dimmed">Archived</Text>}
      </Group>
      <QueryResult query={conversation} what="the conversation">
        {({ messages = [] }) => (
          <>
            <Messages messages={messages} />
            <TextForm
              label="Reply"
              verb="Send reply"
              what="a message"
              draft={`reply/${id}`}
              send={(message) => porchlight.conversations.reply(id, { message })}
              subjects={['conversations']}
              done="Reply sent."
            />
          </>
        )}
      </QueryResult>
    </PageFrame>
  );
}

type Message = NonNullable<OperationResult<'notifier.conversations.get'>['messages']>[number];

const Messages = ({ messages }: { readonly messages: readonly Message[] }) => (
  <ol className={styles.timeline} aria-label="Messages">
    {messages.map(({ id, created, type, message, isIncoming, sender }) => (
      <li key={id}>
        <Text size="sm" c="dimmed">
          {type === 'note' ? 'Note' : isIncoming ? (sender?.name ?? 'Contact') : (sender?.name ?? 'Your team')} ·{' '}
          <DateTime at={created} />
        </Text>
        <Text className={styles.text}>{message}</Text>
      </li>
    ))}
  </ol>
);
