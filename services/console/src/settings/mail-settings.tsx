import { Alert, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { usePermissions } from '../session/session';

const MAX_FOOTER = 500;

/** The postal address in mails to contacts; without one the page warns (D13.4). */
export const MailSettings = () => {
  const account = useRecord(['account'], (options) => porchlight.account.get(undefined, options));
  return (
    <QueryResult query={account} what="the settings of emails">
      {({ name = '', mailFooter = '' }) => <MailForm accountName={name} mailFooter={mailFooter} />}
    </QueryResult>
  );
};

interface Props {
  readonly accountName: string;
  readonly mailFooter: string;
}

const MailForm = ({ accountName, mailFooter }: Props) => {
  const { isOwner } = usePermissions();
  const save = useChange((values: { mailFooter: string }) => porchlight.account.update(values), 'account');
  const form = useForm({ initialValues: { mailFooter } });
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      {mailFooter.trim() === '' && (
        <Alert color="yellow" variant="light" role="alert" title="Emails have no postal address">
          The footer of emails to contacts shows only “{accountName}”. Many countries require a postal address in every
          email. {isOwner ? 'Enter it below.' : 'Ask the owner to enter it.'}
        </Alert>
      )}
      <Textarea
        label="Postal address in emails to contacts"
        description="Shown in the footer with the unsubscribe link, up to 500 characters."
        maxLength={MAX_FOOTER}
        rows={3}
        maw="28rem"
        readOnly={!isOwner}
        {...form.getInputProps('mailFooter')}
      />
      {isOwner && <SubmitSection label="Save postal address" change={save} done="Postal address saved." />}
    </Form>
  );
};
