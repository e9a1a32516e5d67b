import { t } from '@lingui/core/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { required } from '../components/validators';
import { isAssignee } from '../users/use-users';
import { BY_NAME } from './list-queries';
import { useUserChoices, type UserChoice } from './use-choices';
import { formatUsers, UserCheckboxes } from './user-checkboxes';

type Pond = Schemas['Pond'];
type Values = { name: string; userId: string; userIds: string[] };
type Body = { name: string; userId: number | null; userIds: number[] };

const LABELS = { name: t`Name`, userId: t`Responsible`, userIds: t`Users` };

const createKind = (users: readonly UserChoice[]): RecordKind<Pond, Values, Body> => ({
  createLabel: t`Create pond`,
  deleteLabel: t`Delete pond`,
  caption: t`Ponds`,
  api: porchlight.ponds,
  subjects: ['ponds'],
  query: BY_NAME,
  empty: t`No ponds yet. Create one for people whom no agent works with.`,
  nameOf: ({ name }) => name ?? '',
  columns: [
    { title: t`Pond`, show: ({ name }) => name },
    { title: t`Responsible`, show: ({ userId }) => userId && formatUsers([userId], users) },
    { title: t`Users`, show: ({ userIds }) => formatUsers(userIds, users) },
  ],
  toValues: (pond) => ({
    name: pond?.name ?? '',
    userId: pond?.userId ? String(pond.userId) : '',
    userIds: pond?.userIds?.map(String) ?? [],
  }),
  validate: { name: required(t`a name`) },
  toBody: ({ name, userId, userIds }) => ({
    name: name.trim(),
    userId: userId === '' ? null : Number(userId),
    userIds: userIds.map(Number),
  }),
  labels: LABELS,
  fields: (form) => (
    <>
      <TextInput label={LABELS.name} required data-autofocus maxLength={255} {...form.getInputProps('name')} />
      <NativeSelect
        label={LABELS.userId}
        data={[{ value: '', label: t`No user` }, ...users.map(({ value, label }) => ({ value, label }))]}
        {...form.getInputProps('userId')}
      />
      <UserCheckboxes
        label={LABELS.userIds}
        description={t`They see the people of the pond and may claim them.`}
        users={users}
        input={form.getInputProps('userIds')}
      />
    </>
  ),
  removal: ({ id }) => ({
    description: t`The pond is deleted. Its people stay.`,
    targets: {
      label: t`Assign people to`,
      records: users.filter(isAssignee).map(({ value, label }) => ({ id: Number(value), name: label })),
      without: t`No user`,
    },
    act: ({ target, force }) => porchlight.ponds.delete(id, undefined, { assignTo: target, force: force || undefined }),
    subjects: ['people'],
  }),
});

/** The ponds: create, edit, delete with a user who gets the people. */
export default function PondsPage() {
  const kind = createKind(useUserChoices());
  return (
    <PageFrame
      title={t`Ponds`}
      about={t`A pond has people without an agent. All its users see them and may claim them.`}
      actions={<CreateRecord kind={kind} />}
    >
      <RecordList kind={kind} />
    </PageFrame>
  );
}
