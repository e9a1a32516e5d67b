import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { NavLink, useSearchParams } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ListStates } from '../components/list-states';
import { RelativeTime } from '../components/relative-time';
import { useSession } from '../session/session';
import { useUsers } from '../users/use-users';
import styles from './inbox.module.css';
import { useConversationTitles } from './use-conversation-titles';
import { useInboxNames } from './use-inbox-names';

type Conversation = Schemas['Conversation'];

/** Conversations that one request reads. */
const LIMIT = 100;

const VIEWS = [
  { value: 'open', label: t`Open`, empty: t`No conversations yet.`, query: { archived: false } },
  { value: 'unread', label: t`Unread`, empty: t`Everything is read.`, query: { archived: false, unread: true } },
  { value: 'archived', label: t`Archived`, empty: t`No archived conversations.`, query: { archived: true } },
] as const;

/** Conversations of any user, of the signed-in user, of none. */
const ASSIGNED = [
  { value: '', label: t`Assigned to anyone` },
  { value: 'mine', label: t`Assigned to you` },
  { value: 'none', label: t`Unassigned` },
];

/** Conversations of every inbox, of the user, of the whole account. */
const INBOXES = [
  { value: '', label: t`All inboxes` },
  { value: 'own', label: t`Your inbox` },
  { value: 'account', label: t`Whole account` },
];

/** The team inbox of a conversation; undefined for that of a user or of the account. */
export const teamInboxOf = ({ ownerSharedInboxId, assignedSharedInboxId }: Conversation): number | undefined =>
  assignedSharedInboxId ?? ownerSharedInboxId ?? undefined;

/** Whether the title or the last message of a conversation contain the words. */
const contains = (title: string, lastMessage: string | null | undefined, words: string): boolean =>
  `${title} ${lastMessage ?? ''}`.toLowerCase().includes(words);

const isIn = (inbox: string, conversation: Conversation): boolean => {
  const team = teamInboxOf(conversation);
  if (inbox === '') return true;
  if (inbox === 'own') return team === undefined && conversation.userId !== null;
  if (inbox === 'account') return team === undefined && conversation.userId === null;
  return String(team) === inbox;
};

/** The conversations that the user sees, by state, inbox and words; all are in the address. */
export const ConversationList = () => {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find(({ value }) => value === params.get('view')) ?? VIEWS[0];
  const inbox = params.get('inbox') ?? '';
  const assigned = params.get('assigned') ?? '';
  const { user } = useSession();
  const names = useInboxNames();
  const list = useCollection(['conversations', 'list'], porchlight.conversations.list, {
    ...view.query,
    assignedUserId: assigned === 'mine' ? user.id : undefined,
    unassigned: assigned === 'none' ? true : undefined,
    limit: LIMIT,
  });
  const titleOf = useConversationTitles(list.rows);
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase();
  const shown = list.rows.filter((one) => isIn(inbox, one) && contains(titleOf(one), one.lastMessage, words));
  const set = (name: string, value: string): void =>
    setParams((former) => {
      const next = new URLSearchParams(former);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <section aria-label={t`Conversations`} className={styles.list}>
      <div className={styles.filters}>
        <TextInput
          size="xs"
          w="100%"
          type="search"
          aria-label={t`Search conversations`}
          placeholder={t`Name or last message`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t`State`}
          data={VIEWS.map(({ value, label }) => ({ value, label }))}
          value={view.value}
          onChange={(next) => set('view', next === VIEWS[0].value ? '' : next)}
        />
        <NativeSelect
          size="xs"
          aria-label={t`Assigned`}
          data={ASSIGNED}
          value={assigned}
          onChange={({ currentTarget }) => set('assigned', currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          aria-label={t`Inbox`}
          data={[...INBOXES, ...names.teams.map(({ id, name }) => ({ value: String(id), label: name }))]}
          value={inbox}
          onChange={({ currentTarget }) => set('inbox', currentTarget.value)}
        />
      </div>
      <ListStates
        what={t`conversations`}
        list={{ ...list, rows: shown }}
        empty={
          words !== ''
            ? t`No conversation has these words.`
            : assigned !== ''
              ? t`No conversations with this assignment.`
              : view === VIEWS[0] && inbox === ''
                ? t`No conversations yet. Install an app on the Integrations page to receive messages.`
                : view.empty
        }
      >
        <ul className={styles.items}>
          {shown.map((one) => (
            <ConversationItem
              key={one.id}
              conversation={one}
              title={titleOf(one)}
              search={params.toString()}
              names={names}
            />
          ))}
        </ul>
      </ListStates>
    </section>
  );
};

interface ItemProps {
  readonly conversation: Conversation;
  readonly title: string;
  readonly search: string;
  readonly names: ReturnType<typeof useInboxNames>;
}

const ConversationItem = ({ conversation, title, search, names }: ItemProps) => {
  const { id, unread, lastMessage, lastMessageAt, assignedUserId, inboxAppId } = conversation;
  const { users } = useUsers();
  const team = teamInboxOf(conversation);
  const assignee = users.find((user) => user.id === assignedUserId)?.name;
  const place = [names.app(inboxAppId), team && names.team(team), assignee].filter(Boolean).join(' · ');
  return (
    <li data-unread={unread || undefined}>
      <NavLink to={{ pathname: `/inbox/${id}`, search }} className={styles.item}>
        <span className={styles.head}>
          <span className={styles.with}>
            {title}
            {unread && (
              <span className={styles.unread}>
                <Trans>Unread</Trans>
              </span>
            )}
          </span>
          <Text component="span" size="xs" c="dimmed">
            <RelativeTime at={lastMessageAt} />
          </Text>
        </span>
        <span className={styles.preview}>{lastMessage}</span>
        {place !== '' && <span className={styles.place}>{place}</span>}
      </NavLink>
    </li>
  );
};
