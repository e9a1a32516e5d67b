import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { useSecretDialog } from '../components/secret-dialog';

const PURPOSE = t`Add it to your calendar program as a calendar from the internet. The address alone gives access to your appointments.`;

/** An address at which calendar programs read the appointments of the user (iCalendar). */
export const CalendarFeed = () => {
  const [dialog, show] = useSecretDialog(t`Your calendar address`, PURPOSE);
  return (
    <>
      <Text>
        <Trans>
          Calendar programs read your appointments at an address of your own. A new address ends the former one.
        </Trans>
      </Text>
      <ButtonRow>
        <ChangeButton
          label={t`Create calendar address`}
          act={() => porchlight.calendarFeed.create()}
          subjects={[]}
          onSuccess={({ url }) => show({ Address: url })}
        />
        <ConfirmButton
          label={t`End calendar address`}
          name={t`End calendar address of your appointments`}
          title={t`End calendar address of your appointments?`}
          harmless
          description={t`Calendar programs no longer get your appointments.`}
          act={() => porchlight.calendarFeed.delete()}
          subjects={[]}
        />
      </ButtonRow>
      {dialog}
    </>
  );
};
