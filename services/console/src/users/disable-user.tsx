import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { describeError } from '../api/describe-error';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { MAX_EXPORTED } from '../components/csv';
import { FormDialog } from '../components/form-dialog';
import { formatCount } from '../components/format-count';
import { runForEach, type Progress } from '../people/use-bulk-run';

type User = Schemas['User'];

/** Ids of the people whom a user works with, at most 10,000. */
const readPeopleOf = async (userId: number): Promise<number[]> => {
  const ids: number[] = [];
  for await (const { id } of porchlight.people.list({ assignedUserId: [userId], fields: ['id'] })) {
    ids.push(id);
    if (ids.length === MAX_EXPORTED) break;
  }
  return ids;
};

interface Props {
  readonly user: User;
  /** The users who can get the people. */
  readonly others: readonly User[];
  close(): void;
}

/** Disables a user and, on request, gives the people of the user to another one. */
export const DisableUser = ({ user: { id, name }, others, close }: Props) => {
  const announce = useAnnounce();
  const [progress, setProgress] = useState<Progress>();
  const disable = useChange(
    async ({ target }: { target: string }) => {
      await porchlight.users.update(id, { status: 'Disabled' });
      if (target === '') return { succeeded: [], failed: [], firstError: undefined };
      const assignedUserId = Number(target);
      return runForEach(
        await readPeopleOf(id),
        (personId) => porchlight.people.update(personId, { assignedUserId }),
        setProgress,
      );
    },
    'users',
    'people',
  );
  return (
    <FormDialog
      title={t`Disable ${name ?? ''}?`}
      label={t`Disable`}
      initialValues={{ target: '' }}
      change={disable}
      onClose={close}
      onSuccess={({ succeeded, failed, firstError }, { target }) => {
        const sentences = [
          t`${name ?? ''} is disabled.`,
          target !== '' &&
            plural(succeeded.length, { one: '# person has a new agent.', other: '# people have a new agent.' }),
          failed.length > 0 && t`Not assigned: ${formatCount(failed.length)}.`,
          failed.length > 0 && describeError(firstError),
        ];
        announce({ text: sentences.filter(Boolean).join(' ') });
      }}
    >
      {(form) => (
        <>
          <Text>
            <Trans>
              {name} is signed out, and the API keys and app tokens of the user stop working. You can enable the user
              again.
            </Trans>
          </Text>
          <NativeSelect
            label={t`People of the user`}
            data={[
              { value: '', label: t`Stay assigned` },
              ...others.map((other) => ({ value: String(other.id), label: t`Assign to ${other.name ?? ''}` })),
            ]}
            {...form.getInputProps('target')}
          />
          {progress && (
            <Text role="status">{t`Assigned ${formatCount(progress.done)} of ${formatCount(progress.total)} people.`}</Text>
          )}
        </>
      )}
    </FormDialog>
  );
};
