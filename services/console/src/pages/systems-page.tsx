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
  const register = useChange((name: string) => post<Key>('/v1/systems', { name }), 'systems');
  const form = useForm({ initialValues: { name: '' }, validate: { name: needed("the system's name") } });
  const close = (): void => {
    dialog.close();
    form.reset();
    register.reset();
  };
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
      <FormDialog
        opened={opened}
        title="Register system"
        verb="Register"
        pending={register.isPending}
        error={register.error}
        onClose={close}
        onSubmit={form.onSubmit(({ name }) =>
          register.mutate(name.trim(), {
            onSuccess: (key) => {
              close();
              setMade(key);
            },
          }),
        )}
      >
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      </FormDialog>
      <SecretDialog
        title="The system's key"
        secrets={made ? [{ label: 'X-System', value: made.name }, { label: 'X-System-Key', value: made.key }] : []}
        onClose={() => setMade(undefined)}
      />
    </PageFrame>
  );
}

const RotateKey = ({ name, show }: { readonly name: string; show(key: Key): void }): ReactElement => {
  const rotate = useChange(() => post<Key>('/v1/systems/rotateKey', { name }), 'systems');
  return (
    <ConfirmButton
      verb="Rotate key"
      what={`of ${name}`}
      consequence="The system gets a new key. The former one is good for 24 hours more, so that you can put the new one in place."
      act={() => rotate.mutateAsync(undefined).then(show)}
      pending={rotate.isPending}
      error={rotate.error}
    />
  );
};
