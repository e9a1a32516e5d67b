import { t } from '@lingui/core/macro';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperationResult } from '@porchlight/sdk';
import { useChange, useRecord } from '../api/hooks';
import { pickChanges } from '../api/use-save';
import { porchlight } from '../api/porchlight';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { Section } from '../components/section';
import { splitLines } from '../components/validators';

const HANDLING = [
  { value: 'strict', label: t`Reject the request (strict)` },
  { value: 'lenient', label: t`Ignore the unknown fields (lenient)` },
];
const UNREGISTERED = [
  { value: 'refuse', label: t`Reject the request` },
  { value: 'ignore', label: t`Accept the request without a system` },
];

/** The account settings for requests from other software (decisions section 11). */
export const AccountSettings = () => {
  const account = useRecord(['account'], (options) => porchlight.account.get(undefined, options));
  return (
    <Section title={t`Requests from other software`}>
      <QueryResult query={account} what={t`the settings`}>
        {(data) => <SettingsForm account={data} />}
      </QueryResult>
    </Section>
  );
};

interface Settings {
  readonly handling: 'strict' | 'lenient';
  readonly unregisteredSystems: 'refuse' | 'ignore';
  readonly country: string;
  readonly corsOrigins: readonly string[];
}

interface SettingsValues extends Omit<Settings, 'corsOrigins'> {
  /** One origin per line. */
  readonly origins: string;
}

const toBody = ({ origins, ...values }: SettingsValues) => ({ ...values, corsOrigins: splitLines(origins) });

const SettingsForm = ({ account }: { readonly account: OperationResult<'auth.account.get'> }) => {
  const { handling, unregisteredSystems, country, corsOrigins } = account as Settings;
  const form = useForm<SettingsValues>({
    initialValues: { handling, unregisteredSystems, country, origins: corsOrigins.join('\n') },
  });
  const save = useChange(async (values: SettingsValues) => {
    const saved = await porchlight.account.update(pickChanges(toBody(form.getInitialValues()), toBody(values)));
    form.setInitialValues(values);
    return saved;
  }, 'account');
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <NativeSelect
        label={t`Unknown fields and parameters`}
        description={t`Leads are always accepted. This applies to all other requests.`}
        data={HANDLING}
        maw="28rem"
        {...form.getInputProps('handling')}
      />
      <NativeSelect
        label={t`Systems that are not registered`}
        description={t`Without a system, a lower rate limit applies.`}
        data={UNREGISTERED}
        maw="28rem"
        {...form.getInputProps('unregisteredSystems')}
      />
      <TextInput
        label={t`Country`}
        description={t`Two letters, such as US or DE. Phones without a country code are numbers of this country.`}
        maxLength={2}
        maw="28rem"
        {...form.getInputProps('country')}
      />
      <Textarea
        label={t`Web pages that may call the API`}
        description={t`Origins such as https://app.example.com, one per line. Their scripts may use access tokens of OAuth apps, never API keys.`}
        rows={3}
        maw="28rem"
        {...form.getInputProps('origins')}
      />
      <SubmitSection label={t`Save settings`} change={save} done={t`Settings saved.`} />
    </Form>
  );
};
