import { t } from '@lingui/core/macro';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../api/use-save';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { Section } from '../components/section';
import { splitLines } from '../components/validators';
import { ACCOUNT_API, useAccount, type Account } from '../settings/use-account';

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
  const account = useAccount();
  return (
    <Section title={t`Requests from other software`}>
      <QueryResult query={account} what={t`the settings`}>
        {(data) => <SettingsForm account={data} />}
      </QueryResult>
    </Section>
  );
};

type Settings = {
  handling: 'strict' | 'lenient';
  unregisteredSystems: 'refuse' | 'ignore';
  country: string;
  corsOrigins: string[];
};

interface SettingsValues extends Omit<Settings, 'corsOrigins'> {
  /** One origin per line. */
  readonly origins: string;
}

const LABELS = {
  handling: t`Unknown fields and parameters`,
  unregisteredSystems: t`Systems that are not registered`,
  country: t`Country`,
  corsOrigins: t`Web pages that may call the API`,
};

const toValues = (account: Account): SettingsValues => {
  const { handling, unregisteredSystems, country, corsOrigins } = account as Settings;
  return { handling, unregisteredSystems, country, origins: corsOrigins.join('\n') };
};

const SettingsForm = ({ account }: { readonly account: Account }) => {
  const form = useForm<SettingsValues>({ initialValues: toValues(account) });
  const save = useSave<Account, SettingsValues, Settings>({
    record: account,
    api: ACCOUNT_API,
    toValues,
    toBody: ({ origins, ...values }) => ({ ...values, corsOrigins: splitLines(origins) }),
    labels: LABELS,
    subjects: ['account'],
  });
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <NativeSelect
        label={LABELS.handling}
        description={t`Leads are always accepted. This applies to all other requests.`}
        data={HANDLING}
        maw="28rem"
        {...form.getInputProps('handling')}
      />
      <NativeSelect
        label={LABELS.unregisteredSystems}
        description={t`Without a system, a lower rate limit applies.`}
        data={UNREGISTERED}
        maw="28rem"
        {...form.getInputProps('unregisteredSystems')}
      />
      <TextInput
        label={LABELS.country}
        description={t`Two letters, such as US or DE. Phones without a country code are numbers of this country.`}
        maxLength={2}
        maw="28rem"
        {...form.getInputProps('country')}
      />
      <Textarea
        label={LABELS.corsOrigins}
        description={t`Origins such as https://app.example.com, one per line. Their scripts may use access tokens of OAuth apps, never API keys.`}
        rows={3}
        maw="28rem"
        {...form.getInputProps('origins')}
      />
      <SubmitSection label={t`Save settings`} change={save} done={t`Settings saved.`} />
    </Form>
  );
};
