import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Checkbox, Group, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { formatCount } from '../components/format-count';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { required } from '../components/validators';
import { StageDot } from '../people/stage-dot';
import { usePermissions } from '../session/session';
import { IN_ORDER } from './list-queries';

type Stage = Schemas['Stage'];
type Values = { name: string; isDefault: boolean };

const LABELS = { name: t`Name`, isDefault: t`Stage of new people` };

/** How many people are in a stage counts all people of the account: only those who see all of them see it (U21). */
const createKind = (seesCounts: boolean): RecordKind<Stage, Values, Values> => ({
  createLabel: t`Create stage`,
  deleteLabel: t`Delete stage`,
  caption: t`Stages`,
  api: porchlight.stages,
  subjects: ['stages', 'people'],
  query: IN_ORDER,
  empty: t`No stages.`,
  ordered: true,
  nameOf: ({ name }) => name ?? '',
  isLocked: ({ isProtected }) => isProtected,
  columns: [
    {
      title: t`Stage`,
      show: ({ id, name, isDefault, isProtected }) => (
        <Group gap="xs">
          <StageDot stageId={id} />
          {name}
          {isDefault && (
            <Badge variant="light" color="gray" tt="none">
              <Trans>New people</Trans>
            </Badge>
          )}
          {isProtected && (
            <Badge variant="light" color="gray" tt="none">
              <Trans>Protected</Trans>
            </Badge>
          )}
        </Group>
      ),
    },
    ...(seesCounts ? [{ title: t`People`, show: ({ peopleCount }: Stage) => formatCount(peopleCount) }] : []),
  ],
  toValues: (stage) => ({ name: stage?.name ?? '', isDefault: stage?.isDefault ?? false }),
  validate: { name: required(t`a name`) },
  toBody: ({ name, isDefault }) => ({ name: name.trim(), isDefault }),
  labels: LABELS,
  fields: (form, stage) => (
    <>
      <TextInput label={LABELS.name} required data-autofocus maxLength={255} {...form.getInputProps('name')} />
      {!stage?.isDefault && (
        <Checkbox
          label={LABELS.isDefault}
          description={t`New people without a stage begin here.`}
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
        />
      )}
    </>
  ),
  removal: ({ id, peopleCount }, rows) => ({
    description:
      peopleCount === 0
        ? t`The stage has no people. It is deleted.`
        : plural(peopleCount, {
            one: 'The person of this stage moves to another one. This cannot be undone.',
            other: 'The # people of this stage move to another one. This cannot be undone.',
          }),
    targets:
      peopleCount === 0 ? undefined : { label: t`Move people to`, records: rows.filter((other) => other.id !== id) },
    act: ({ target, force }) =>
      porchlight.stages.delete(id, undefined, { assignStageId: target, force: force || undefined }),
  }),
});

/** The stages of people: create, rename, order, delete with a stage that takes the people. */
export default function StagesPage() {
  const { isAdmin } = usePermissions();
  const kind = createKind(isAdmin);
  return (
    <PageFrame
      title={t`Stages`}
      about={t`The steps of a person, from lead to closed. Their order is that of every list of stages.`}
      actions={isAdmin && <CreateRecord kind={kind} />}
    >
      <RecordList kind={kind} readOnly={!isAdmin} />
    </PageFrame>
  );
}
