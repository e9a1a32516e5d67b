import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { post } from '../api/client';
import { useChange, useRecord } from '../api/hooks';
import type { System } from '../api/records';
import { CONSOLE_SYSTEM } from '../api/webhook-system';
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

/** The system of these pages; it is built in and has no key. */
const BUILT_IN: System = { name: CONSOLE_SYSTEM, created: null };

/** The registered systems; registers a system and rotates its key (decisions section 3). */
export default function SystemsPage(): ReactElement {
  const systems = useRecord<{ systems: System[] }>('/v1/systems');
  const [opened, dialog] = useDisclosure(false);
  const [made, setMade] = useState<Key>();
  return (
    <PageFrame
      title="Systems"
      about={
        <>
          A program that sends leads identifies its system with the headers <code>X-System</code> and{' '}
          <code>X-System-Key</code>, in addition to the API key of a user.
        </>
      }
      actions={<Button onClick={dialog.open}>Register system</Button>}
    >
      <DataTable
        caption="Systems"
        of={{
          rows: systems.data ? [...systems.data.systems, BUILT_IN] : [],
          pending: systems.isPending,
          error: systems.error,
          again: () => void systems.refetch(),
        }}
        rowKey={({ name }) => name}
        empty="No systems yet. Register one for each program or website that uses the API."
        columns={[
          { title: 'Name', show: ({ name }) => name },
          {
            title: 'Registered',
            show: ({ name, created }) => (name === CONSOLE_SYSTEM ? 'built in: these pages' : <Moment at={created} />),
          },
          {
            title: 'Actions',
            plain: true,
            show: ({ name }) => name !== CONSOLE_SYSTEM && <RotateKey name={name} show={setMade} />,
          },
        ]}
      />
      {opened && <RegisterSystem close={dialog.close} show={setMade} />}
      <SecretDialog
        title="The system's key"
        secrets={
          made
            ? [
                { label: 'X-System', value: made.name },
                { label: 'X-System-Key', value: made.key },
              ]
            : []
        }
        onClose={() => setMade(undefined)}
      />
    </PageFrame>
  );
}

const RegisterSystem = ({ close, show }: { close(): void; show(key: Key): void }): ReactElement => {
  const register = useChange(
    ({ name }: { name: string }) => post<Key>('/v1/systems', { name: name.trim() }),
    'systems',
  );
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
    consequence="The system gets a new key. The old key stays valid for 24 hours, so that you can install the new one."
    act={() => post<Key>('/v1/systems/rotateKey', { name })}
    subjects={['systems']}
    onDone={show}
  />
);
