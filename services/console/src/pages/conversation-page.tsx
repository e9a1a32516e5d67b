import { Group, Loader, Text } from '@mantine/core';
import { useEffect, type ReactElement } from 'react';
import { Link, useParams } from 'react-router';
import type { OperationResult } from '@porchlight/sdk';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../parts/change-button';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { Problem } from '../parts/problem';
import { WordsForm } from '../parts/words-form';
import { partiesOf } from './inbox-page';
import styles from './person-page.module.css';

/** Interval at which new messages are read while the page is open, ms. */
const LOOK_MS = 5_000;

/** One conversation: its messages, reply, archive. Opening it marks it as read. */
export default function ConversationPage(): ReactElement {
  const id = Number(useParams()['id']);
  const conversation = useRecord(
    ['conversations', id],
    (options) => porchlight.conversations.get(id, undefined, options),
    { everyMs: LOOK_MS },
  );
  const { mutate: markRead } = useChange(() => porchlight.conversations.read(id), 'conversations');
  const unread = conversation.data?.unread === true;
  useEffect(() => {
    if (unread) markRead(undefined);
  }, [unread, markRead]);
  const known = conversation.data;
  return (
    <PageFrame
      title={known ? partiesOf(known) : 'Conversation'}
      {...(known &&
        !known.archived && {
          actions: (
            <ChangeButton
              verb="Archive"
              what="this conversation"
              act={() => porchlight.conversations.archive(id)}
              subjects={['conversations']}
            />
          ),
        })}
    >
      <Group>
        <Link to="/inbox">Inbox</Link>
        {known?.personId ? <Link to={`/people/${known.personId}`}>Person</Link> : null}
        {known?.archived && <Text c="dimmed">Archived</Text>}
      </Group>
      {conversation.error ? <Problem error={conversation.error} retry={() => void conversation.refetch()} /> : null}
      {conversation.isPending && (
        <div role="status" aria-label="Loading the conversation">
          <Loader />
        </div>
      )}
      {known && <Messages messages={known.messages ?? []} />}
      {known && (
        <WordsForm
          label="Reply"
          verb="Send"
          what="a message"
          send={(message) => porchlight.conversations.reply(id, { message })}
          subjects={['conversations']}
          done="Sent."
        />
      )}
    </PageFrame>
  );
}

type Message = NonNullable<OperationResult<'notifier.conversations.get'>['messages']>[number];

const Messages = ({ messages }: { readonly messages: readonly Message[] }): ReactElement => (
  <ol className={styles.timeline} aria-label="Messages">
    {messages.map(({ id, created, type, message, isIncoming, sender }) => (
      <li key={id}>
        <Text size="sm" c="dimmed">
          {type === 'note' ? 'Note' : isIncoming ? (sender?.name ?? 'Contact') : (sender?.name ?? 'Your team')} ·{' '}
          <Moment at={created} />
        </Text>
        <Text className={styles.words}>{message}</Text>
      </li>
    ))}
  </ol>
);
