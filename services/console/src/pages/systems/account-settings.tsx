import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import { put } from '../../api/client';
import { useChange, useRecord } from '../../api/hooks';
import type { Account } from '../../api/records';
import { LoadingScreen } from '../../layout/loading-screen';
import { BusyButton } from '../../parts/busy-button';
import { Form } from '../../parts/form';
import { Problem } from '../../parts/problem';
import { Section } from '../../parts/section';

const PATH = '/v1/account';
const HANDLING = [
  { value: 'strict', label: 'Reject the request (strict)' },
  { value: 'lenient', label: 'Ignore them (lenient)' },
];
const UNREGISTERED = [
  { value: 'refuse', label: 'Reject the request' },
  { value: 'ignore', label: 'Accept the request without a system' },
];

/** The settings of the account that decide which requests of other software are accepted (decisions section 11). */
export const AccountSettings = (): ReactElement => {
  const account = useRecord<Account>(PATH);
  return (
    <Section title="Requests from other software">
      {account.error ? <Problem error={account.error} again={() => void account.refetch()} /> : null}
      {account.isPending && <LoadingScreen />}
      {account.data && <SettingsForm account={account.data} />}
    </Section>
  );
};

type Settings = Pick<Account, 'handling' | 'unregisteredSystems'>;

const SettingsForm = ({ account: { handling, unregisteredSystems } }: { readonly account: Account }): ReactElement => {
  const save = useChange((values: Settings) => put<Account>(PATH, values), 'account');
  const form = useForm<Settings>({ initialValues: { handling, unregisteredSystems } });
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <NativeSelect
        label="Unknown fields and parameters"
        description="Leads are always accepted. This applies to all other requests."
        data={HANDLING}
        maw="28rem"
        {...form.getInputProps('handling')}
      />
      <NativeSelect
        label="Systems that are not registered"
        description="Without a system, a lower rate limit applies."
        data={UNREGISTERED}
        maw="28rem"
        {...form.getInputProps('unregisteredSystems')}
      />
      {save.error ? <Problem error={save.error} /> : null}
      <div>
        <BusyButton type="submit" busy={save.isPending}>
          Save
        </BusyButton>
      </div>
      <Text size="sm" role="status">
        {save.isSuccess ? 'Saved.' : ''}
      </Text>
    </Form>
  );
};
