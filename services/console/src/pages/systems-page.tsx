import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { post } from '../api/client';
import { useChange, useRecord } from '../api/hooks';
import type { System } from '../api/records';
import { ConfirmButton } from '../parts/confirm-button';
import { DataTable } from '../parts/data-table';
import { FormDialog } from '../parts/form-dialog';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { needed } from '../parts/rules';
import { SecretDialog } from '../parts/secret-dialog';

interface Key {
  readonly name: string;
  readonly key: string;
}

/** Systems: register one, give it a new key (decisions section 3). */
export default function SystemsPage(): ReactElement {
  const systems = useRecord<{ systems: System[] }>('/v1/systems');
  const [opened, dialog] = useDisclosure(false);
  const [made, setMade] = useState<Key>();
  return (
    <PageFrame
      title="Systems"
      about={
        <>
          A program that sends leads names its system in the headers <code>X-System</code> and <code>X-System-Key</code>, beside the API key of a user.
        </>
      }
      actions={<Button onClick={dialog.open}>Register system</Button>}
    >
      <DataTable
        caption="Systems"
        of={{ rows: systems.data?.systems ?? [], pending: systems.isPending, error: systems.error, again: () => void systems.refetch() }}
        rowKey={({ name }) => name}
        empty="No systems yet. Register one for each program or website that uses the API."
        columns={[
          { title: 'Name', show: ({ name }) => name },
          { title: 'Registered', show: ({ created }) => <Moment at={created} /> },
          { title: 'Actions', plain: true, show: ({ name }) => <RotateKey name={name} show={setMade} /> },
        ]}
      />
      {opened && <RegisterSystem close={dialog.close} show={setMade} />}
      <SecretDialog
        title="The system's key"
        secrets={made ? [{ label: 'X-System', value: made.name }, { label: 'X-System-Key', value: made.key }] : []}
        onClose={() => setMade(undefined)}
      />
    </PageFrame>
  );
}

const RegisterSystem = ({ close, show }: { close(): void; show(key: Key): void }): ReactElement => {
  const register = useChange(({ name }: { name: string }) => post<Key>('/v1/systems', { name: name.trim() }), 'systems');
  const form = useForm({ initialValues: { name: '' }, validate: { name: needed("the system's name") } });
  return (
    <FormDialog title="Register system" verb="Register" form={form} change={register} onClose={close} onDone={show}>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
};

const RotateKey = ({ name, show }: { readonly name: string; show(key: Key): void }): ReactElement => (
  <ConfirmButton
    verb="Rotate key"
    what={`of ${name}`}
    consequence="The system gets a new key. The former one is good for 24 hours more, so that you can put the new one in place."
    act={() => post<Key>('/v1/systems/rotateKey', { name })}
    subjects={['systems']}
    onDone={show}
  />
);
