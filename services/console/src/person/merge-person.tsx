import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useRecord, useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { FormDialog } from '../components/form-dialog';
import { PersonPicker } from '../components/person-picker';
import { requiredChoice } from '../components/validators';
import { MergeComparison } from './merge-comparison';
import { readPerson } from './person-edit';

type Person = Schemas['Person'];

interface Props {
  readonly person: Person;
  /** The person that is chosen first; default: the first possible duplicate. */
  readonly otherId?: number;
  onClose(): void;
}

/** A dialog that merges another person into this one, after the user saw both side by side. */
export const MergePerson = ({ person, otherId = person.possibleDuplicateIds?.[0], onClose }: Props) => {
  const announce = useAnnounce();
  const merge = useChange(
    (values: { otherId: string }) => porchlight.people.merge(person.id, { otherId: Number(values.otherId) }),
    'people',
    'notes',
    'events',
    'calls',
    'textMessages',
    'tasks',
    'deals',
  );
  return (
    <FormDialog
      title={t`Merge into ${person.name ?? ''}`}
      label={t`Merge people`}
      initialValues={{ otherId: String(otherId ?? '') }}
      validate={{
        otherId: (value) => requiredChoice(value) ?? (Number(value) === person.id ? t`Choose another person.` : null),
      }}
      change={merge}
      onClose={onClose}
      onSuccess={() => announce({ text: t`The two people are merged.` })}
    >
      {(form) => (
        <>
          <PersonPicker label={t`Other person`} {...form.getInputProps('otherId')} />
          <Text size="sm">
            <Trans>
              This person keeps its values. Emails, phones, tags and all activity of the other are added; values that
              differ go into a note. The other person is then deleted.
            </Trans>
          </Text>
          {form.values.otherId !== '' && <Comparison person={person} otherId={Number(form.values.otherId)} />}
        </>
      )}
    </FormDialog>
  );
};

const Comparison = ({ person, otherId }: { readonly person: Person; readonly otherId: number }) => {
  const other = useRecord(['people', otherId], (options) => readPerson(otherId, options));
  return other.data ? <MergeComparison person={person} other={other.data} /> : null;
};
