import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, type ReactElement } from 'react';
import { Link, useParams } from 'react-router';
import { post } from '../api/client';
import { useChange, useRecord } from '../api/hooks';
import type { Conversation, ConversationMessage } from '../api/records';
import { ChangeButton } from '../parts/change-button';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { Problem } from '../parts/problem';
import { needed } from '../parts/rules';
import { partiesOf } from './inbox-page';
import styles from './person-page.module.css';

/** One conversation: its messages, reply, archive. To open it is to have read it. */
export default function ConversationPage(): ReactElement {
  const { id = '' } = useParams();
  const path = `/v1/conversations/${encodeURIComponent(id)}`;
  const conversation = useRecord<Conversation>(path);
  const { mutate: markRead } = useChange(() => post(`${path}/read`), 'conversations');
  const unread = conversation.data?.unread === true;
  useEffect(() => {
    if (unread) markRead(undefined);
  }, [unread, markRead]);
  const known = conversation.data;
  return (
    <PageFrame
      title={known ? partiesOf(known) : 'Conversation'}
      {...(known && !known.archived && { actions: <ChangeButton verb="Archive" what="this conversation" act={() => post(`${path}/archive`)} subjects={['conversations']} /> })}
    >
      <Group>
        <Link to="/inbox">Inbox</Link>
        {known?.personId ? <Link to={`/people/${known.personId}`}>Person</Link> : null}
        {known?.archived && <Text c="dimmed">Archived</Text>}
      </Group>
      {conversation.error ? <Problem error={conversation.error} again={() => void conversation.refetch()} /> : null}
      {conversation.isPending && (
        <div role="status" aria-label="Loading the conversation">
          <Loader />
        </div>
      )}
      {known && <Messages messages={known.messages ?? []} />}
      {known && <Reply path={path} />}
    </PageFrame>
  );
}

const Messages = ({ messages }: { readonly messages: readonly ConversationMessage[] }): ReactElement => (
  <ol className={styles.timeline} aria-label="Messages">
    {messages.map(({ id, created, type, message, isIncoming, sender }) => (
      <li key={id}>
        <Text size="sm" c="dimmed">
          {type === 'note' ? 'Note' : isIncoming ? (sender?.name ?? 'From outside') : (sender?.name ?? 'Your team')} · <Moment at={created} />
        </Text>
        <Text className={styles.words}>{message}</Text>
      </li>
    ))}
  </ol>
);

const Reply = ({ path }: { readonly path: string }): ReactElement => {
  const reply = useChange((message: string) => post(`${path}/reply`, { message }), 'conversations');
  const form = useForm({ initialValues: { message: '' }, validate: { message: needed('a message') } });
  return (
    <form noValidate onSubmit={form.onSubmit(({ message }) => reply.mutate(message, { onSuccess: () => form.reset() }))}>
      <Stack gap="sm" align="stretch">
        <Textarea label="Reply" rows={3} {...form.getInputProps('message')} />
        {reply.error ? <Problem error={reply.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={reply.isPending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
