import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperationResult } from '@porchlight/sdk';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { Section } from '../components/section';

const HANDLING = [
  { value: 'strict', label: 'Reject the request (strict)' },
  { value: 'lenient', label: 'Ignore the unknown fields (lenient)' },
];
const UNREGISTERED = [
  { value: 'refuse', label: 'Reject the request' },
  { value: 'ignore', label: 'Accept the request without a system' },
];

/** The account settings for requests from other software (decisions section 11). */
export const AccountSettings = () => {
  const account = useRecord(['account'], (options) => porchlight.account.get(undefined, options));
  return (
    <Section title="Requests from other software">
      <QueryResult query={account} what="the settings">
        {(data) => <SettingsForm account={data} />}
      </QueryResult>
    </Section>
  );
};

interface Settings {
  readonly handling: 'strict' | 'lenient';
  readonly unregisteredSystems: 'refuse' | 'ignore';
  readonly country: string;
}

const SettingsForm = ({ account }: { readonly account: OperationResult<'auth.account.get'> }) => {
  const save = useChange((values: Settings) => porchlight.account.update(values), 'account');
  const { handling, unregisteredSystems, country } = account as Settings;
  const form = useForm<Settings>({ initialValues: { handling, unregisteredSystems, country } });
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
      <TextInput
        label="Country"
        description="Two letters, such as US or DE. Phones without a country code are numbers of this country."
        maxLength={2}
        maw="28rem"
        {...form.getInputProps('country')}
      />
      <SubmitSection label="Save settings" change={save} done="Settings saved." />
    </Form>
  );
};
