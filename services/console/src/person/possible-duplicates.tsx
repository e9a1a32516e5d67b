import { t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import { getRecords, type CallOptions, type Schemas } from '@porchlight/sdk';
import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { DialogButton } from '../components/dialog-button';
import { ErrorText } from '../components/error-alert';
import { usePermissions } from '../session/session';
import { MergePerson } from './merge-person';

type Person = Schemas['Person'];

/** Possible duplicates that the card shows. */
const LIMIT = 10;

/** The possible duplicates that exist and that the user may see. */
const readDuplicates = async (id: number, options: CallOptions): Promise<readonly Person[]> => {
  const query = { ids: [id], fields: ['id', 'possibleDuplicateIds'] };
  const [person] = getRecords(await porchlight.people.listPossibleDuplicates(query, options));
  const ids = person?.possibleDuplicateIds?.slice(0, LIMIT) ?? [];
  if (ids.length === 0) return [];
  return getRecords(await porchlight.people.list({ ids, limit: LIMIT }, options));
};

/** People who may be the same as this one, each with a merge; nothing if there are none. */
export const PossibleDuplicates = ({ person }: { readonly person: Person }) =>
  person.possibleDuplicateIds?.length ? <Duplicates person={person} /> : null;

const Duplicates = ({ person }: { readonly person: Person }) => {
  const { isAdmin } = usePermissions();
  const { data = [], error } = useRecord(['people', person.id, 'duplicates'], (options) =>
    readDuplicates(person.id, options),
  );
  if (!error && data.length === 0) return null;
  return (
    <Card title={t`Possible duplicates`}>
      <ErrorText error={error} />
      {data.map((one) => {
        const name = one.name || t`Person ${one.id}`;
        return (
          <Group key={one.id} justify="space-between" wrap="nowrap">
            <div>
              <Link to={`/people/${one.id}`}>{name}</Link>
              <Text size="sm" c="dimmed">
                {[one.stage, one.phones?.[0]?.value, one.emails?.[0]?.value].filter(Boolean).join(' · ')}
              </Text>
            </div>
            {isAdmin && (
              <DialogButton label={t`Merge`} name={t`Merge ${name}`} size="compact-sm" variant="default">
                {(close) => <MergePerson person={person} otherId={one.id} onClose={close} />}
              </DialogButton>
            )}
          </Group>
        );
      })}
    </Card>
  );
};
