import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';

const EMPTY = { name: '', subject: '', origin: 'Console', originId: '' };
type Values = typeof EMPTY;

/** A dialog that creates a campaign, to which a mail service reports by its id. */
export const NewCampaign = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate();
  const change = useChange(
    ({ name, subject, origin, originId }: Values) =>
      porchlight.emCampaigns.create({
        name: name.trim(),
        origin: origin.trim(),
        originId: originId.trim(),
        ...(subject.trim() !== '' && { subject: subject.trim() }),
      }),
    'emCampaigns',
  );
  return (
    <FormDialog
      title={t`Create campaign`}
      initialValues={EMPTY}
      validate={{
        name: required(t`a name`),
        origin: required('the mail service'),
        originId: required(t`the id of the campaign in the mail service`),
      }}
      change={change}
      onClose={onClose}
      onSuccess={({ id }) => void navigate(`/campaigns/${id}`)}
    >
      {(form) => (
        <>
          <TextInput label={t`Name`} data-autofocus {...form.getInputProps('name')} />
          <TextInput label={t`Subject`} {...form.getInputProps('subject')} />
          <TextInput label={t`Mail service`} {...form.getInputProps('origin')} />
          <TextInput
            label={t`Id in the mail service`}
            description={t`Events of emails name it.`}
            {...form.getInputProps('originId')}
          />
        </>
      )}
    </FormDialog>
  );
};
