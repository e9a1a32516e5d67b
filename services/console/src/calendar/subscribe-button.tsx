import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CalendarFeed } from './calendar-feed';

/** Opens a dialog with the address of the calendar of the user. */
export const SubscribeButton = () => {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={dialog.open}>
        <Trans>Subscribe</Trans>
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={t`Your appointments in another calendar`}>
        <Stack>
          <CalendarFeed />
        </Stack>
      </Modal>
    </>
  );
};
