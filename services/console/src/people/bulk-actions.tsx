import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu, Progress, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/describe-error';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { formatCount } from '../components/format-count';
import { usePermissions } from '../session/session';
import { useAssignees } from '../users/use-users';
import { AddTagDialog } from './add-tag-dialog';
import { DeletePeopleDialog } from './delete-people-dialog';
import styles from './people-page.module.css';
import { useBulkRun } from './use-bulk-run';
import { useStages } from './use-stages';

type Person = Schemas['Person'];
type PersonChange = Schemas['PersonChange'];

interface Props {
  readonly people: readonly Person[];
  clear(): void;
}

/** What can be done with the selected people, with progress, a result that names failures, and undo. */
export const BulkActions = ({ people, clear }: Props) => {
  const { seesDeals: mayDelete } = usePermissions();
  const stages = useStages();
  const { users } = useAssignees();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { progress, run } = useBulkRun();
  const [dialog, setDialog] = useState<'tag' | 'delete'>();
  const ids = people.map(({ id }) => id);
  const byId = new Map(people.map((person) => [person.id, person]));

  /** Runs an action, reads the list again, and says what became of it. */
  const perform = async (
    describe: (count: number) => string,
    act: (id: number) => PromiseLike<unknown>,
    undo?: (person: Person) => PromiseLike<unknown>,
  ): Promise<void> => {
    const { succeeded, failed, firstError } = await run(ids, act);
    void queries.invalidateQueries({ queryKey: ['people'] });
    const sentences = [
      describe(succeeded.length),
      failed.length > 0 && plural(failed.length, { one: 'Not changed: # person.', other: 'Not changed: # people.' }),
      failed.length > 0 && describeError(firstError),
    ];
    announce({
      text: sentences.filter(Boolean).join(' '),
      undo: undo && (() => run(succeeded, (id) => undo(byId.get(id)!))),
      subjects: ['people'],
    });
    clear();
  };
  const change = (
    describe: (count: number) => string,
    next: PersonChange,
    former: (person: Person) => PersonChange,
  ): void =>
    void perform(
      describe,
      (id) => porchlight.people.update(id, next),
      (person) => porchlight.people.update(person.id, former(person)),
    );

  if (progress) {
    return (
      <div className={styles.actions} role="status" aria-label={t`Progress`}>
        <Text>{t`${formatCount(progress.done)} of ${formatCount(progress.total)}`}</Text>
        <Progress flex={1} value={(100 * progress.done) / progress.total} aria-label={t`Progress of the action`} />
      </div>
    );
  }
  return (
    <div className={styles.actions} role="group" aria-label={t`Selected people`}>
      <Text>{plural(ids.length, { one: '# person selected', other: '# people selected' })}</Text>
      <ChoiceMenu
        label={t`Change stage`}
        choices={stages.map(({ id, name }) => ({ id, name: name ?? '' }))}
        choose={({ name }) =>
          change(
            (count) => t`Stage is now ${name}: ${plural(count, { one: '# person', other: '# people' })}.`,
            { stage: name },
            ({ stage }) => ({ stage: stage ?? undefined }),
          )
        }
      />
      <ChoiceMenu
        label={t`Assign`}
        choices={users}
        choose={({ id, name }) =>
          change(
            (count) => t`Assigned to ${name}: ${plural(count, { one: '# person', other: '# people' })}.`,
            { assignedUserId: id },
            ({ assignedUserId }) => ({ assignedUserId }),
          )
        }
      />
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setDialog('tag')}>
        <Trans>Add tag</Trans>
      </Button>
      {mayDelete && (
        <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setDialog('delete')}>
          <Trans>Delete</Trans>
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        <Trans>Clear selection</Trans>
      </Button>
      {dialog === 'tag' && (
        <AddTagDialog
          onClose={() => setDialog(undefined)}
          add={(tag) =>
            void perform(
              (count) => t`Tagged “${tag}”: ${plural(count, { one: '# person', other: '# people' })}.`,
              (id) => porchlight.people.update(id, { tags: [tag] }, { mergeTags: true }),
              ({ id, tags }) => porchlight.people.update(id, { tags: tags ?? [] }),
            )
          }
        />
      )}
      {dialog === 'delete' && (
        <DeletePeopleDialog
          count={ids.length}
          onClose={() => setDialog(undefined)}
          remove={() =>
            void perform(
              (count) => plural(count, { one: 'Deleted: # person.', other: 'Deleted: # people.' }),
              (id) => porchlight.people.delete(id),
            )
          }
        />
      )}
    </div>
  );
};

interface Choice {
  readonly id: number;
  readonly name: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  choose(choice: Choice): void;
}

const ChoiceMenu = ({ label, choices, choose }: ChoiceProps) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button size="compact-sm" variant="default">
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {choices.map((choice) => (
        <Menu.Item key={choice.id} onClick={() => choose(choice)}>
          {choice.name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
