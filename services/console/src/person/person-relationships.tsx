import { t } from '@lingui/core/macro';
import { Group, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { Card } from '../components/card';
import { ConfirmButton } from '../components/confirm-button';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { ListStates } from '../components/list-states';
import { required } from '../components/validators';

type Relationship = Schemas['PeopleRelationship'];

const toValues = ({ name, type }: Relationship) => ({ name: name ?? '', type });
const toBody = ({ name, type }: ReturnType<typeof toValues>) => ({ name: name.trim(), type: type.trim() });
const SUBJECTS = ['peopleRelationships'] as const;
const LABELS = { name: t`Name`, type: t`Relationship` } as const;

/** The relationships of a person: spouse, child, lawyer. */
export const PersonRelationships = ({ personId }: { readonly personId: number }) => {
  const list = useCollection(['peopleRelationships'], porchlight.peopleRelationships.list, { personId });
  return (
    <Card
      title={t`Relationships`}
      aside={
        <DialogButton label={t`Add`} name={t`Add relationship`} size="compact-sm" variant="subtle">
          {(close) => <AddRelationship personId={personId} onClose={close} />}
        </DialogButton>
      }
    >
      <ListStates what={t`relationships`} list={list} empty={t`No relationships.`}>
        {list.rows.map((one) => (
          <div key={one.id}>
            <Text>{one.name}</Text>
            <Text size="sm" c="dimmed">
              {[one.type, one.phones[0]?.value, one.emails[0]?.value].filter(Boolean).join(' · ')}
            </Text>
            <Group gap="xs">
              <DialogButton label={t`Edit`} name={t`Edit ${one.name ?? ''}`} size="compact-sm" variant="default">
                {(close) => <EditRelationship relationship={one} onClose={close} />}
              </DialogButton>
              <ConfirmButton
                label={t`Delete`}
                name={one.name ? t`Delete ${one.name}` : t`Delete the relationship`}
                title={one.name ? t`Delete ${one.name}?` : t`Delete the relationship?`}
                description={t`The relationship is removed from this person.`}
                act={() => porchlight.peopleRelationships.delete(one.id)}
                subjects={SUBJECTS}
              />
            </Group>
          </div>
        ))}
      </ListStates>
    </Card>
  );
};

const AddRelationship = ({ personId, onClose }: { readonly personId: number; onClose(): void }) => (
  <FormDialog
    title={t`Add relationship`}
    initialValues={{ name: '', type: '' }}
    validate={{ name: required(t`a name`) }}
    change={useChange(
      (values: ReturnType<typeof toValues>) => porchlight.peopleRelationships.create({ personId, ...toBody(values) }),
      ...SUBJECTS,
    )}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextInput label={LABELS.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={LABELS.type} description={t`Such as spouse.`} {...form.getInputProps('type')} />
      </>
    )}
  </FormDialog>
);

const EditRelationship = ({ relationship, onClose }: { readonly relationship: Relationship; onClose(): void }) => (
  <FormDialog
    title={t`Edit relationship`}
    label={t`Save relationship`}
    initialValues={toValues(relationship)}
    validate={{ name: required(t`a name`) }}
    change={useSave({
      record: relationship,
      api: porchlight.peopleRelationships,
      toValues,
      toBody,
      labels: LABELS,
      subjects: SUBJECTS,
    })}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextInput label={LABELS.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={LABELS.type} {...form.getInputProps('type')} />
      </>
    )}
  </FormDialog>
);
