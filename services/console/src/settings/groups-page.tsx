import { t } from '@lingui/core/macro';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { required, wholeNumber } from '../components/validators';
import { BY_NAME } from './list-queries';
import { fromTarget, toTarget } from './target-value';
import { useTargetChoices, useUserChoices, type TargetChoices, type UserChoice } from './use-choices';
import { UserCheckboxes } from './user-checkboxes';

type LeadGroup = Schemas['Group'];
type Type = 'Agent' | 'Lender';
type Distribution = 'round-robin' | 'first-to-claim';
type Values = {
  name: string;
  userIds: string[];
  type: Type;
  distribution: Distribution;
  claimWindow: string;
  target: string;
};
interface Body {
  readonly name: string;
  readonly userIds: number[];
  readonly type: Type;
  readonly distribution: Distribution;
  readonly claimWindow: number | null;
  readonly defaultUserId: number | null;
  readonly defaultGroupId: number | null;
  readonly defaultPondId: number | null;
}

const LABELS = {
  name: t`Name`,
  userIds: t`Users`,
  type: t`Members`,
  distribution: t`Leads go to`,
  claimWindow: t`Time to claim, minutes`,
  defaultUserId: t`If no user claims`,
  defaultGroupId: t`If no user claims`,
  defaultPondId: t`If no user claims`,
};

const DISTRIBUTIONS = [
  { value: 'round-robin', label: t`Each user in turn` },
  { value: 'first-to-claim', label: t`The first user who claims` },
];

const formatDistribution = ({ distribution, claimWindow }: LeadGroup): string =>
  distribution === 'first-to-claim' ? t`First to claim, ${claimWindow ?? 30} minutes` : t`Each user in turn`;

const toBody = ({ target, claimWindow, ...values }: Values): Body => {
  const isClaimed = values.distribution === 'first-to-claim';
  const { userId, groupId, pondId } = fromTarget(isClaimed ? target : '');
  return {
    name: values.name.trim(),
    userIds: values.userIds.map(Number),
    type: values.type,
    distribution: values.distribution,
    claimWindow: isClaimed && claimWindow.trim() !== '' ? Number(claimWindow) : null,
    defaultUserId: userId,
    defaultGroupId: groupId,
    defaultPondId: pondId,
  };
};

interface FieldsProps {
  readonly form: UseFormReturnType<Values>;
  readonly users: readonly UserChoice[];
  readonly targets: TargetChoices;
}

const Fields = ({ form, users, targets }: FieldsProps) => {
  const { type, distribution } = form.values;
  return (
    <>
      <TextInput label={LABELS.name} required data-autofocus maxLength={255} {...form.getInputProps('name')} />
      <NativeSelect
        label={LABELS.type}
        data={[
          { value: 'Agent', label: t`Agents` },
          { value: 'Lender', label: t`Lenders` },
        ]}
        {...form.getInputProps('type')}
      />
      <NativeSelect label={LABELS.distribution} data={DISTRIBUTIONS} {...form.getInputProps('distribution')} />
      {distribution === 'first-to-claim' && (
        <Group grow align="flex-start">
          <TextInput
            label={LABELS.claimWindow}
            placeholder="30"
            inputMode="numeric"
            {...form.getInputProps('claimWindow')}
          />
          <NativeSelect
            label={LABELS.defaultUserId}
            data={[{ value: '', label: t`Stays unclaimed` }, ...targets.groups]}
            {...form.getInputProps('target')}
          />
        </Group>
      )}
      <UserCheckboxes
        label={LABELS.userIds}
        description={t`Users whose leads are paused are passed over.`}
        users={users.filter(({ role }) => (role === 'Lender') === (type === 'Lender'))}
        input={form.getInputProps('userIds')}
      />
    </>
  );
};

const createKind = (users: readonly UserChoice[], targets: TargetChoices): RecordKind<LeadGroup, Values, Body> => ({
  createLabel: t`Create group`,
  deleteLabel: t`Delete group`,
  caption: t`Groups`,
  api: porchlight.groups,
  subjects: ['groups', 'users'],
  query: BY_NAME,
  empty: t`No groups yet. Create one for users who share leads.`,
  nameOf: ({ name }) => name ?? '',
  columns: [
    { title: t`Group`, show: ({ name }) => name },
    { title: t`Leads go to`, show: formatDistribution },
    { title: t`Users`, show: (group) => group.users.map(({ name }) => name).join(', ') },
    {
      title: t`If no user claims`,
      show: ({ defaultUserId, defaultGroupId, defaultPondId }) => {
        const target = toTarget({ userId: defaultUserId, groupId: defaultGroupId, pondId: defaultPondId });
        return target === '' ? '' : targets.format(target);
      },
    },
  ],
  toValues: (group) => ({
    name: group?.name ?? '',
    userIds: group?.users.map(({ id }) => String(id)) ?? [],
    type: (group?.type ?? 'Agent') as Type,
    distribution: (group?.distribution ?? 'round-robin') as Distribution,
    claimWindow: group?.claimWindow ? String(group.claimWindow) : '',
    target: toTarget({
      userId: group?.defaultUserId,
      groupId: group?.defaultGroupId,
      pondId: group?.defaultPondId,
    }),
  }),
  validate: { name: required(t`a name`), claimWindow: wholeNumber },
  toBody,
  labels: LABELS,
  renamed: { users: 'userIds', defaultUserId: 'target', defaultGroupId: 'target', defaultPondId: 'target' },
  fields: (form) => <Fields form={form} users={users} targets={targets} />,
  removal: ({ id }) => ({
    description: t`The group is deleted. Its users stay.`,
    act: ({ force }) => porchlight.groups.delete(id, undefined, { force: force || undefined }),
    subjects: ['leadFlows'],
  }),
});

/** The groups that share leads: create, edit, delete. */
export default function GroupsPage() {
  const kind = createKind(useUserChoices(), useTargetChoices());
  return (
    <PageFrame
      title={t`Groups`}
      about={t`The users of a group share leads: each in turn, or the first who claims. Rules of lead flow give leads to groups.`}
      actions={<CreateRecord kind={kind} />}
    >
      <RecordList kind={kind} />
    </PageFrame>
  );
}
