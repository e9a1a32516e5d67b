import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { required } from '../components/validators';
import { usePermissions } from '../session/session';
import { BY_NAME } from './list-queries';
import { useUserChoices, type UserChoice } from './use-choices';
import { UserCheckboxes } from './user-checkboxes';

type TeamInbox = Schemas['TeamInbox'];
type Values = { name: string; userIds: string[] };
type Body = { name: string; userIds: number[] };

const LABELS = { name: t`Name`, userIds: t`Users` };

const createKind = (users: readonly UserChoice[]): RecordKind<TeamInbox, Values, Body> => ({
  createLabel: t`Create team inbox`,
  deleteLabel: t`Delete team inbox`,
  caption: t`Team inboxes`,
  api: porchlight.teamInboxes,
  subjects: ['teamInboxes'],
  query: BY_NAME,
  empty: t`No team inboxes yet. Create one for conversations that several users answer.`,
  emptyToRead: t`No team inboxes yet.`,
  nameOf: ({ name }) => name ?? '',
  columns: [
    { title: t`Team inbox`, show: ({ name }) => name },
    { title: t`Users`, show: (inbox) => inbox.users.map(({ name }) => name).join(', ') },
  ],
  toValues: (inbox) => ({ name: inbox?.name ?? '', userIds: inbox?.users.map(({ id }) => String(id)) ?? [] }),
  validate: { name: required(t`a name`) },
  toBody: ({ name, userIds }) => ({ name: name.trim(), userIds: userIds.map(Number) }),
  labels: LABELS,
  renamed: { users: 'userIds' },
  fields: (form) => (
    <>
      <TextInput label={LABELS.name} required data-autofocus maxLength={255} {...form.getInputProps('name')} />
      <UserCheckboxes
        label={LABELS.userIds}
        description={t`They see its conversations, as do the owner and brokers.`}
        users={users}
        input={form.getInputProps('userIds')}
      />
    </>
  ),
  removal: ({ id }) => ({
    description: t`The team inbox is deleted. Its conversations stay.`,
    act: () => porchlight.teamInboxes.delete(id),
  }),
});

/** The team inboxes: create, edit, delete. */
export default function TeamInboxesPage() {
  const { isAdmin } = usePermissions();
  const kind = createKind(useUserChoices());
  return (
    <PageFrame
      title={t`Team inboxes`}
      about={t`Inbox apps give conversations to a team inbox. Each of its users can answer.`}
      actions={isAdmin && <CreateRecord kind={kind} />}
    >
      <RecordList kind={kind} readOnly={!isAdmin} />
    </PageFrame>
  );
}
