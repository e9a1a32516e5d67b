import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { readFieldProblems } from '../api/field-problems';
import { useSave } from '../api/use-save';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { required } from '../components/validators';
import { SESSION_KEY, usePermissions } from '../session/session';
import { ACCOUNT_API, useAccount, type Account } from './use-account';

/** The name and country of the account; its owner. */
export default function AccountPage() {
  const account = useAccount();
  return (
    <PageFrame title={t`Account`} about={t`What this account is called, and how it reads phone numbers.`}>
      <QueryResult query={account} what={t`the account`}>
        {(data) => <AccountForm account={data} />}
      </QueryResult>
    </PageFrame>
  );
}

const LABELS = { name: t`Name`, country: t`Country` };
type Values = { name: string; country: string };

const toValues = ({ name = '', country = '' }: Account): Values => ({ name, country });

const AccountForm = ({ account }: { readonly account: Account }) => {
  const { isOwner } = usePermissions();
  const form = useForm<Values>({ initialValues: toValues(account), validate: { name: required(t`a name`) } });
  const save = useSave<Account, Values, Values>({
    record: account,
    api: ACCOUNT_API,
    toValues,
    toBody: ({ name, country }) => ({ name: name.trim(), country: country.trim().toUpperCase() }),
    labels: LABELS,
    subjects: ['account', SESSION_KEY[0]],
  });
  const refuse = (error: unknown): void => form.setErrors(readFieldProblems(error, Object.keys(LABELS)).byField);
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values, { onError: refuse }))}>
      <TextInput label={LABELS.name} maxLength={255} maw="28rem" readOnly={!isOwner} {...form.getInputProps('name')} />
      <TextInput
        label={LABELS.country}
        description={t`Two letters, such as US or DE. Phones without a country code are numbers of this country.`}
        maxLength={2}
        maw="28rem"
        readOnly={!isOwner}
        {...form.getInputProps('country')}
      />
      <TextInput label={t`Short name in addresses`} value={account.domain ?? ''} maw="28rem" readOnly />
      <TextInput
        label={t`Owner`}
        value={[account.owner?.name, account.owner?.email].filter(Boolean).join(', ')}
        maw="28rem"
        readOnly
      />
      {isOwner ? (
        <SubmitSection label={t`Save account`} change={save} done={t`Account saved.`} />
      ) : (
        <Text c="dimmed">
          <Trans>Only the owner can change these.</Trans>
        </Text>
      )}
      {isOwner && (
        <Text>
          <Trans>
            How requests of programs are handled is set at <Link to="/systems">Systems</Link>. To make another user the
            owner, open <Link to="/users">Users</Link>.
          </Trans>
        </Text>
      )}
    </Form>
  );
};
