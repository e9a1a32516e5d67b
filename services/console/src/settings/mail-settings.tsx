import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../api/use-save';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { usePermissions } from '../session/session';
import { ACCOUNT_API, useAccount, type Account } from './use-account';

const MAX_FOOTER = 500;

/** The postal address in mails to contacts; without one the page warns (D13.4). */
export const MailSettings = () => (
  <QueryResult query={useAccount()} what={t`the settings of emails`}>
    {(account) => <MailForm account={account} />}
  </QueryResult>
);

type Values = { mailFooter: string };

const toValues = ({ mailFooter = '' }: Account): Values => ({ mailFooter });

const MailForm = ({ account }: { readonly account: Account }) => {
  const { isOwner } = usePermissions();
  const { mailFooter } = toValues(account);
  const save = useSave<Account, Values, Values>({
    record: account,
    api: ACCOUNT_API,
    toValues,
    toBody: (values) => values,
    labels: { mailFooter: t`Postal address` },
    subjects: ['account'],
  });
  const form = useForm({ initialValues: { mailFooter } });
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      {mailFooter.trim() === '' && (
        <Alert color="yellow" variant="light" role="alert" title={t`Emails have no postal address`}>
          <Trans>
            The footer of emails to contacts shows only “{account.name}”. Many countries require a postal address in
            every email. {isOwner ? t`Enter it below.` : t`Ask the owner to enter it.`}
          </Trans>
        </Alert>
      )}
      <Textarea
        label={t`Postal address in emails to contacts`}
        description={t`Shown in the footer with the unsubscribe link, up to 500 characters.`}
        maxLength={MAX_FOOTER}
        rows={3}
        maw="28rem"
        readOnly={!isOwner}
        {...form.getInputProps('mailFooter')}
      />
      {isOwner && <SubmitSection label={t`Save postal address`} change={save} done={t`Postal address saved.`} />}
    </Form>
  );
};
