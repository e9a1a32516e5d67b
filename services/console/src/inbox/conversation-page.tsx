import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import type { OperationResult, Schemas } from '@porchlight/sdk';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import { TextForm } from '../components/text-form';
import { useUsers } from '../users/use-users';
import { ConversationActions } from './conversation-actions';
import { ConversationList, teamInboxOf } from './conversation-list';
import { ConversationPerson } from './conversation-person';
import styles from './inbox.module.css';
import { TemplateMenu } from './template-menu';
import { useConversationTitles } from './use-conversation-titles';
import { useInboxNames } from './use-inbox-names';

/** One conversation beside the list: messages, reply, templates, person, state. Opening it marks it as read. */
export default function ConversationPage() {
  const id = Number(useParams()['id']);
  const { search } = useLocation();
  const conversation = useRecord(['conversations', id], (options) =>
    porchlight.conversations.get(id, undefined, options),
  );
  const { mutate: markRead } = useChange(() => porchlight.conversations.read(id), 'conversations');
  const { data } = conversation;
  const titleOf = useConversationTitles(data ? [data] : []);
  const newest = data && `${id} ${data.lastMessageAt}`;
  const unread = data?.unread === true;
  const read = useRef<string>(undefined);
  useEffect(() => {
    // Marked as unread by a user, it stays unread until the next message or visit.
    if (newest === undefined || read.current === newest) return;
    read.current = newest;
    if (unread) markRead(undefined);
  }, [newest, unread, markRead]);
  return (
    <PageFrame
      title={data ? titleOf(data) : t`Conversation`}
      actions={data && <ConversationActions key={id} conversation={data} />}
    >
      <div className={styles.panes} data-open>
        <ConversationList />
        <div className={styles.conversation}>
          <Group gap="sm">
            <Link to={{ pathname: '/inbox', search }}>
              <Trans>Inbox</Trans>
            </Link>
            {data && <Place conversation={data} />}
          </Group>
          <QueryResult query={conversation} what={t`the conversation`}>
            {({ messages = [], personId }) => (
              <>
                <Messages key={id} messages={messages} />
                <TextForm
                  key={`reply${id}`}
                  label={t`Reply`}
                  verb={t`Send reply`}
                  what={t`a message`}
                  draft={`reply/${id}`}
                  send={(message) => porchlight.conversations.reply(id, { message })}
                  subjects={['conversations']}
                  done={t`Reply sent.`}
                  tools={(insert) => <TemplateMenu personId={personId ?? undefined} insert={insert} />}
                />
              </>
            )}
          </QueryResult>
        </div>
        {data?.personId ? <ConversationPerson personId={data.personId} /> : null}
      </div>
    </PageFrame>
  );
}

/** The app, the team inbox and the reader of a conversation. */
const Place = ({ conversation }: { readonly conversation: Schemas['Conversation'] }) => {
  const names = useInboxNames();
  const { users } = useUsers();
  const team = teamInboxOf(conversation);
  const reader = users.find(({ id }) => id === conversation.readById)?.name;
  const parts = [
    names.app(conversation.inboxAppId),
    team && names.team(team),
    conversation.archived && t`archived`,
    reader && t`read by ${reader}`,
  ];
  return (
    <Text size="sm" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
      {reader && (
        <>
          {' '}
          <RelativeTime at={conversation.readAt} />
        </>
      )}
    </Text>
  );
};

type Message = NonNullable<OperationResult<'notifier.conversations.get'>['messages']>[number];

/** The messages, oldest first; the newest is in sight, also after another one came. */
const Messages = ({ messages }: { readonly messages: readonly Message[] }) => {
  const { users } = useUsers();
  const frame = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [messages.length]);
  const nameOf = ({ type, isIncoming, sender, userId, isSystem }: Message): string => {
    if (isSystem) return t`App`;
    if (type === 'note') return t`Note`;
    return sender?.name ?? users.find(({ id }) => id === userId)?.name ?? (isIncoming ? t`Contact` : t`Your team`);
  };
  return (
    <ol className={styles.messages} aria-label={t`Messages`} ref={frame} tabIndex={0}>
      {messages.map((one) => (
        <li key={one.id} data-incoming={one.isIncoming || undefined} data-note={one.type === 'note' || undefined}>
          <Text size="xs" c="dimmed">
            {nameOf(one)} · <DateTime at={one.created} />
          </Text>
          <Text className={styles.text}>{one.message}</Text>
        </li>
      ))}
    </ol>
  );
};
