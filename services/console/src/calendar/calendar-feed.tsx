import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { useSecretDialog } from '../components/secret-dialog';

/** The address by which calendar programs read the appointments of the user: create it, end it (D12.1). */
export const CalendarFeed = () => {
  const [secret, show] = useSecretDialog(t`Address of your calendar`, t`If you lose it, create a new one.`);
  return (
    <>
      <Text size="sm">
        <Trans>
          Calendar programs of phones and computers read your appointments from an address (iCalendar). All who have the
          address can read them. A new address ends the former one.
        </Trans>
      </Text>
      <ButtonRow>
        <ConfirmButton
          harmless
          label={t`Create address`}
          name={t`Create address of your calendar`}
          title={t`Create address of your calendar?`}
          description={t`Programs that use a former address stop to read your appointments.`}
          act={() => porchlight.calendarFeed.create()}
          subjects={[]}
          onSuccess={({ url }) => show({ Address: url })}
        />
        <ChangeButton
          label={t`End address`}
          act={() => porchlight.calendarFeed.delete()}
          subjects={[]}
          done={() => t`No address gives access to your appointments.`}
        />
      </ButtonRow>
      {secret}
    </>
  );
};
