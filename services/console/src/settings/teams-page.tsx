import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { required } from '../components/validators';
import { BY_NAME } from './list-queries';
import { useUserChoices, type UserChoice } from './use-choices';
import { formatUsers, UserCheckboxes } from './user-checkboxes';

type Team = Schemas['Team'];
type Values = { name: string; userIds: string[]; leaderIds: string[] };
type Body = { name: string; userIds: number[]; leaderIds: number[] };

const LABELS = { name: t`Name`, userIds: t`Users`, leaderIds: t`Leaders` };

const createKind = (users: readonly UserChoice[]): RecordKind<Team, Values, Body> => ({
  createLabel: t`Create team`,
  deleteLabel: t`Delete team`,
  caption: t`Teams`,
  api: porchlight.teams,
  subjects: ['teams', 'users'],
  query: BY_NAME,
  empty: t`No teams yet. Create one for users who work together.`,
  nameOf: ({ name }) => name ?? '',
  columns: [
    { title: t`Team`, show: ({ name }) => name },
    { title: t`Users`, show: ({ userIds }) => formatUsers(userIds, users) },
    { title: t`Leaders`, show: ({ leaderIds }) => formatUsers(leaderIds, users) },
  ],
  toValues: (team) => ({
    name: team?.name ?? '',
    userIds: team?.userIds.map(String) ?? [],
    leaderIds: team?.leaderIds.map(String) ?? [],
  }),
  validate: { name: required(t`a name`) },
  // A user who leaves the team no longer leads it.
  toBody: ({ name, userIds, leaderIds }) => ({
    name: name.trim(),
    userIds: userIds.map(Number),
    leaderIds: leaderIds.filter((id) => userIds.includes(id)).map(Number),
  }),
  labels: LABELS,
  fields: (form) => (
    <>
      <TextInput label={LABELS.name} required data-autofocus maxLength={255} {...form.getInputProps('name')} />
      <UserCheckboxes label={LABELS.userIds} users={users} input={form.getInputProps('userIds')} />
      {form.values.userIds.length > 0 && (
        <UserCheckboxes
          label={LABELS.leaderIds}
          users={users.filter(({ value }) => form.values.userIds.includes(value))}
          input={form.getInputProps('leaderIds')}
        />
      )}
    </>
  ),
  removal: ({ id }, rows) => ({
    description: t`The team is deleted. Its users stay.`,
    targets: { label: t`Move users to`, records: rows.filter((other) => other.id !== id), without: t`No team` },
    act: ({ target }) => porchlight.teams.delete(id, undefined, { moveToTeamId: target }),
  }),
});

/** The teams: create, edit, delete with a team that takes the users. */
export default function TeamsPage() {
  const kind = createKind(useUserChoices());
  return (
    <PageFrame title={t`Teams`} about={t`Users who work together.`} actions={<CreateRecord kind={kind} />}>
      <RecordList kind={kind} />
    </PageFrame>
  );
}
